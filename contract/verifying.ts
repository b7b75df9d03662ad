import { longDayText } from './time.ts'

// 验证凭证: words that the page and its card share.

export const VERIFY_TITLE = '验证凭证'
export const VERIFY_WAY = '一枚胶囊在那一天已经封好，此后有没有改过，自己核对一下。'

type Place = { index: number; at: string; commitment: string }

/** A place in the log, the day of its checkpoint and the short form of its commitment, as anybody may know them. */
export const lineText = ({ index, at, commitment }: Place): string =>
  `封存记录第 ${index} 号，${longDayText(at)}记入${commitment && `，短码 ${inFours(commitment)}`}`

/** The first characters of a commitment, as people compare them: four by four. */
export const inFours = (commitment: string): string => commitment.match(/.{1,4}/g)?.join(' ') ?? ''

export const NO_LINE = '公开记录里还没有这一号'
