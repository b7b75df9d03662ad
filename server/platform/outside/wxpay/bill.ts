import { createHash } from 'node:crypto'
import { fenOf } from '#server/platform/outside/money.ts'
import type { BillLine } from '#server/platform/outside/payment.ts'
import { PlatformAway } from '#server/platform/outside/platform.ts'

type BillRow = (column: string) => string | undefined

const STATES: Record<string, BillLine['is']> = { SUCCESS: 'paid', REFUND: 'refunded' }
/** Every value has a backtick before it, so that no spreadsheet takes it for a number. */
const MARK = '`'

/**
 * Our application's payments and refunds of a day, from the platform's file. The names of the columns are those of its
 * documentation; it was never tried against the platform.
 */
export function linesOfBill(file: Buffer, { appId }: { appId: string }): BillLine[] {
  const [head = '', ...lines] = file
    .toString()
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  const columns = head.split(',')
  const end = lines.findIndex((line) => !line.startsWith(MARK))
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => rowOf(columns, line))
    .filter((row) => row('公众账号ID') === appId)
    .flatMap(lineOf)
}

/** Throws when the file is not the one the platform named. */
export function checkHash(file: Buffer, sha1: string): void {
  if (createHash('sha1').update(file).digest('hex') !== sha1.toLowerCase()) throw new PlatformAway('bill: another hash')
}

function rowOf(columns: string[], line: string): BillRow {
  const values = line.slice(MARK.length).split(`,${MARK}`)
  if (values.length !== columns.length) throw new PlatformAway('bill: another shape')
  return (column) => values[columns.indexOf(column)]
}

/** Before coupons: what the order and the refund were about. A refund is named when it is accepted; FAIL never came to be. */
function lineOf(row: BillRow): BillLine[] {
  const is = STATES[row('交易状态') ?? '']
  if (!is || row('退款状态') === 'FAIL') return []
  const amount = is === 'paid' ? (row('订单金额') ?? row('应结订单金额')) : (row('申请退款金额') ?? row('退款金额'))
  const [orderNo, transactionId] = [row('商户订单号'), row('微信订单号')]
  const fen = fenOf(amount)
  if (!orderNo || !transactionId || fen === undefined) throw new PlatformAway('bill: another shape')
  return [{ is, orderNo, transactionId, fen }]
}
