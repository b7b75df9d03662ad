import { longDayText } from './time.ts'

// 验证凭证: words that the page and its card share.

export const VERIFY_TITLE = '验证凭证'
export const VERIFY_WAY = '一枚胶囊在那一天已经封好，此后有没有改过，自己核对一下。'

/** A place in the log and the day of its checkpoint, as anybody may know them. */
export const lineText = (index: number, at: string): string => `封存记录第 ${index} 号，${longDayText(at)}记入`

export const NO_LINE = '公开记录里还没有这一号'
