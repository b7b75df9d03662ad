import type { ArchiveMoney } from '#contract/archiveFiles.ts'
import { CHANNELS } from '#contract/pay.ts'
import { KIND_NAME } from '#contract/wallet.ts'

/** Without it a spreadsheet does not read UTF-8. */
const BOM = '\ufeff'
const LINE_END = '\r\n'
/** A spreadsheet would take it for a formula. */
const FORMULA = /^[=+\-@\t\r]/

type Cell = string | number

export const ledgerCsv = ({ movements }: ArchiveMoney): string =>
  csv(
    ['时间 time', '种类 kind', '变动 amount', '余额 balance', '原因 reason'],
    movements.map(({ at, kind, amount, balance, reason }) => [at, KIND_NAME[kind], amount, balance, reason]),
  )

export const ordersCsv = ({ orders }: ArchiveMoney): string =>
  csv(
    [
      '时间 time',
      '订单号 order',
      '渠道 channel',
      '数量 count',
      '金额（元） yuan',
      '状态 state',
      '支付 paid',
      '退款 refunded',
    ],
    orders.map(({ at, order_no, channel, count, fen, state, paid_at, refunded_at }) => [
      at,
      order_no,
      channel in CHANNELS ? CHANNELS[channel as keyof typeof CHANNELS].name : channel,
      count,
      (fen / 100).toFixed(2),
      state,
      paid_at,
      refunded_at,
    ]),
  )

const csv = (head: readonly string[], rows: readonly Cell[][]): string =>
  BOM + [head, ...rows].map((row) => row.map(cellText).join(',') + LINE_END).join('')

/** Numbers are written as they are: a movement may be negative. */
function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return `"${text.replaceAll('"', '""')}"`
}
