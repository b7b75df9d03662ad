import { chinaTime, isPaid, type Merchant, type Order, type Refund } from './orders.ts'

const COLUMNS =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'.split(
    ',',
  )
const SUMMARY = [
  '总交易单数',
  '应结订单总金额',
  '退款总金额',
  '充值券退款总金额',
  '手续费总金额',
  '订单总金额',
  '申请退款总金额',
]

type BillLine = { at: number; order: Order; refund?: Refund }

/** The payments and refunds of a day (yyyy-mm-dd, China) as the platform writes them; undefined when there were none. */
export function billOf(day: string, merchant: Merchant, orders: Order[], refunds: Refund[]): string | undefined {
  const lines = [
    ...orders.filter(isPaid).map((order) => ({ at: order.paidAt, order })),
    ...refundLines(orders, refunds),
  ]
    .filter(({ at }) => chinaTime(at).startsWith(day))
    .sort((a, b) => a.at - b.at)
  if (lines.length === 0) return undefined
  const rows = lines.map((line) => marked(COLUMNS.map((column) => cellsOf(line, merchant)[column] ?? '')))
  return `\uFEFF${[COLUMNS.join(), ...rows, SUMMARY.join(), summaryOf(lines), ''].join('\r\n')}`
}

const refundLines = (orders: Order[], refunds: Refund[]): BillLine[] =>
  refunds.map((refund) => ({
    at: refund.at,
    order: orders.find(({ orderNo }) => orderNo === refund.orderNo)!,
    refund,
  }))

const cellsOf = ({ at, order, refund }: BillLine, { id, appId }: Merchant): Record<string, string> => ({
  交易时间: chinaTime(at).slice(0, 19).replace('T', ' '),
  公众账号ID: appId,
  商户号: id,
  特约商户号: '0',
  微信订单号: order.transactionId,
  商户订单号: order.orderNo,
  用户标识: 'sandbox-payer',
  交易类型: order.tradeType,
  交易状态: refund ? 'REFUND' : 'SUCCESS',
  付款银行: 'OTHERS',
  货币种类: 'CNY',
  应结订单金额: refund ? '0.00' : yuan(order.fen),
  代金券金额: '0.00',
  微信退款单号: refund?.id ?? '0',
  商户退款单号: refund?.refundNo ?? '0',
  退款金额: yuan(refund?.fen),
  充值券退款金额: '0.00',
  退款类型: refund ? 'ORIGINAL' : '',
  退款状态: refund ? 'SUCCESS' : '',
  商品名称: order.title,
  手续费: '0.00000',
  费率: '0.60%',
  订单金额: refund ? '0.00' : yuan(order.fen),
  申请退款金额: yuan(refund?.fen),
})

function summaryOf(lines: BillLine[]): string {
  const paid = yuan(sum(lines.map(({ order, refund }) => (refund ? 0 : order.fen))))
  const back = yuan(sum(lines.map(({ refund }) => refund?.fen ?? 0)))
  return marked([String(lines.length), paid, back, '0.00', '0.00000', paid, back])
}

/** Every value has a backtick before it. */
const marked = (values: string[]): string => values.map((value) => `\`${value}`).join()

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

const yuan = (fen = 0): string => (fen / 100).toFixed(2)
