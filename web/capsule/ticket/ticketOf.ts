import type { Card } from '#contract/capsule.ts'
import { checkpointIn } from '#contract/checkpoint.ts'
import { dayOf } from '#contract/openedCapsule.ts'
import { type Receipt, SHORT_CHARS } from '#contract/receipt.ts'
import { readReceiptProof } from '#contract/receiptProof.ts'
import { chinaDay, DAY_MS, dateText, formatChina, longDayText, parseChina, startOfDay } from '#contract/time.ts'
import { countText } from '#web/ui/format.ts'

/** All that stands on a ticket: nothing of whom, of what, and until when but the days that are left. */
export type TicketText = {
  serial: string
  day: string
  /** `离打开还有`, `3,652天`. */
  left: readonly [string, string]
  /** The first characters of the commitment, in two lines. */
  short: readonly [string, string]
  printed: string
  /** The address of its public line. */
  url: string
}

type Sealed = Pick<Card, 'sealed_at' | 'open_time'>

const SERIAL_DIGITS = 6
/** A log that is not the first has its number behind its name. */
const LATER_LOG = /\/log\/(\d+)$/

/** The ticket of a sealed capsule, printed now; undefined until the log has taken it up. */
export function ticketOf(capsule: Sealed, receipt: Receipt, now: number): TicketText | undefined {
  const proof = receipt.proof === undefined ? undefined : readReceiptProof(receipt.proof)
  const checkpoint = proof && checkpointIn(proof.note)
  if (!proof || !checkpoint) return undefined
  const { day, isLate } = dayOf(capsule.sealed_at, checkpoint)
  const [, log] = LATER_LOG.exec(checkpoint.origin) ?? []
  const serial = String(proof.index).padStart(SERIAL_DIGITS, '0')
  return {
    serial: `No. ${log ? `${log}-` : ''}${serial}`,
    day: `${longDayText(chinaDay(day))}${isLate ? '登记' : '封存'}`,
    left: leftOf(capsule, now),
    short: shortOf(receipt.commitment),
    printed: `${dateText(chinaDay(now))} 出票`,
    url: `${location.origin}/verify?i=${proof.index}${log ? `&l=${log}` : ''}`,
  }
}

/** Days of the calendar, since the ticket says no hour. */
function leftOf({ open_time }: Sealed, now: number): TicketText['left'] {
  if (open_time <= formatChina(now)) return ['打开的日子', '已经到了']
  const days = (Number(parseChina(`${open_time.slice(0, 10)} 00:00`)) - Number(startOfDay(now))) / DAY_MS
  return days > 0 ? ['离打开还有', `${countText(days)}天`] : ['打开的日子', '就是今天']
}

function shortOf(commitment: string): TicketText['short'] {
  const [one, two, three, four] = commitment.slice(0, SHORT_CHARS).match(/.{4}/g) ?? []
  return [`${one} ${two}`, `${three} ${four}`]
}

/** The whole ticket in words. */
export const wordsOf = ({ serial, day, left, short, printed }: TicketText): string =>
  `一张票，凭证日志 ${serial}，${day}，${left.join('')}，凭证简码 ${short.join(' ')}，${printed}，二维码通向它公开的那一行`
