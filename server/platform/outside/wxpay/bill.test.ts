import { describe, expect, it } from 'vitest'
import { Formatter } from 'wechatpay-axios-plugin'
import { PlatformAway } from '#server/platform/outside/platform.ts'
import { linesOfBill } from './bill.ts'

const HEAD = '交易时间,公众账号ID,微信订单号,商户订单号,交易状态,退款金额,退款状态,商品名称,订单金额,申请退款金额'
const SUMMARY = '总交易单数,订单总金额\r\n`1,`6.00\r\n'
const PAID = ['2026-11-21 08:00:00', 'wx1', '4200', 'order-1', 'SUCCESS', '0.00', '', '6 个, 一份', '6.00', '0.00']
const BACK = ['2026-11-21 09:00:00', 'wx1', '4200', 'order-1', 'REFUND', '1.50', 'PROCESSING', '一份', '0.00', '2.00']

const row = (values: string[]) => values.map((value) => `\`${value}`).join()
const file = (rows: string[][], head = HEAD) => Buffer.from(`\uFEFF${[head, ...rows.map(row), SUMMARY].join('\r\n')}`)
const lines = (rows: string[][], head?: string) => linesOfBill(file(rows, head), { appId: 'wx1' })
const but = (values: string[], at: number, value: string) => values.map((one, index) => (index === at ? value : one))

describe('a line of the bill', () => {
  it('is a payment or a refund, before coupons, and the sums below are none', () => {
    expect(lines([PAID, BACK])).toEqual([
      { is: 'paid', orderNo: 'order-1', transactionId: '4200', fen: 600 },
      { is: 'refunded', orderNo: 'order-1', transactionId: '4200', fen: 200 },
    ])
    expect(lines([])).toEqual([])
  })

  it('is read to the same values as the official client reads', () => {
    const { rows } = Formatter.castCsvBill(file([PAID, BACK])) as { rows: Record<string, string>[] }
    expect(rows.map((one) => [one.商户订单号, one.微信订单号, one.交易状态, one.商品名称])).toEqual([
      ['order-1', '4200', 'SUCCESS', '6 个, 一份'],
      ['order-1', '4200', 'REFUND', '一份'],
    ])
    expect(lines([PAID, BACK]).map(({ orderNo }) => orderNo)).toEqual(rows.map((one) => one.商户订单号))
  })

  it('counts by the settled sums where there are no others', () => {
    const head = HEAD.replace('订单金额', '应结订单金额').replace('申请退款金额', '备注')
    expect(lines([PAID, BACK], head).map(({ fen }) => fen)).toEqual([600, 150])
  })

  it('of another application, of a refund that failed, or of neither is left out', () => {
    expect(lines([but(PAID, 1, 'wx2'), but(BACK, 6, 'FAIL'), but(PAID, 4, 'REVOKED'), PAID])).toHaveLength(1)
  })

  it.each([
    ['a value too few', PAID.slice(1)],
    ['no number of ours', but(PAID, 3, '')],
    ['parts of a fen', but(PAID, 8, '6.001')],
    ['no amount', but(PAID, 8, '')],
  ])('with %s makes the bill unreadable', (_, wrong) => {
    expect(() => lines([PAID, wrong])).toThrow(PlatformAway)
  })
})
