import { type FileFinding, isWhole, type Judged } from '#contract/judgeOpened.ts'
import type { ReceiptFault } from '#contract/receiptProof.ts'
import { formatChina, longDayText } from '#contract/time.ts'

/** Faults as people understand them: a headline, and the likely cause. */
type FaultText = { head: string; why: string }
const CHANGED: FaultText = { head: '凭证被改动过', why: '它和签发时不一样，也可能没有拿全。请用保存下来的原文件再试。' }
export const FAULT: Record<ReceiptFault, FaultText> = {
  form: CHANGED,
  signature: CHANGED,
  moment: CHANGED,
  key: { head: '不是我们签的', why: '签发它的密钥不在我们公布的密钥里。' },
  path: { head: '不是这枚胶囊的凭证', why: '它属于另一枚胶囊，或者这枚胶囊封存时的清单被改过。' },
}

export const FILE_STATE: Record<FileFinding['state'], string> = {
  same: '和封存时的原件一样',
  waiting: '还没有核对，要有原件才能核对',
  nameless: '封存时没有留下校验值，只核对了文件名',
  ownersAlone: '已去除拍摄信息，只有原件能核对',
}

export const dayOf = (ms: number): string => longDayText(formatChina(ms))

export function headOf(judged: Judged): string {
  if (judged.differing.length > 0) return '和封存时不一样'
  const since = judged.isLate ? `${dayOf(judged.day)}起` : `${dayOf(judged.day)}封存`
  return isWhole(judged) ? `${since}，此后一字未改` : `${since}，核对过的部分一字未改`
}

/** Of a receipt that came late: the day that it shows, and why it shows no earlier one. */
export const lateText = ({ day }: Judged, sealedAt: string): string =>
  `胶囊上写的封存日是${longDayText(sealedAt)}，凭证却到${dayOf(day)}才记入，相差一天以上。所以它只能证明${dayOf(day)}起的事。`
