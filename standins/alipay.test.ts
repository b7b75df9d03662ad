import { createSign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Standins, startStandins } from './platforms.ts'

let now = Date.parse('2026-06-01T04:00:00Z')
let standins: Standins
beforeAll(async () => {
  standins = await startStandins({ now: () => now })
})
afterAll(() => standins.close())

type Fields = Record<string, string>
const PAGE = 'alipay.trade.page.pay'
const trade = (over: object = {}) => ({
  out_trade_no: 'S1',
  subject: '6枚时光胶囊',
  total_amount: '6.00',
  product_code: 'FAST_INSTANT_TRADE_PAY',
  ...over,
})
const fieldsOf = (method: string, biz: object, over: Fields = {}): Fields => ({
  app_id: standins.env.ALIPAY_APP_ID!,
  method,
  charset: 'utf-8',
  sign_type: 'RSA2',
  timestamp: '2026-06-01 12:00:00',
  version: '1.0',
  biz_content: JSON.stringify(biz),
  ...over,
})
function signed(fields: Fields, algorithm = 'RSA-SHA256'): URLSearchParams {
  const content = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  const sign = createSign(algorithm).update(content).sign(standins.env.ALIPAY_PRIVATE_KEY(), 'base64')
  return new URLSearchParams({ ...fields, sign })
}
type Said = { code: string; sub_code?: string }
async function say(body: URLSearchParams): Promise<Said> {
  const answer = await fetch(standins.env.ALIPAY_URL!, { method: 'POST', body })
  return Object.values((await answer.json()) as object)[0] as Said
}
const open = (biz: object, over: Fields = {}) =>
  fetch(`${standins.env.ALIPAY_URL}?${signed(fieldsOf(PAGE, biz, over))}`)

test.each<[string, Fields, string]>([
  ['another application', { app_id: '2021' }, 'isv.invalid-app-id'],
  ['another sort of signature', { sign_type: 'RSA' }, 'isv.invalid-signature-type'],
  ['another charset', { charset: 'gbk' }, 'isv.invalid-charset'],
  ['the time of UTC', { timestamp: '2026-06-01 04:00:00' }, 'isv.invalid-timestamp'],
  ['a time that is none', { timestamp: '2026-06-01T12:00:00Z' }, 'isv.invalid-timestamp'],
  ['a time to come', { timestamp: '2026-06-01 12:11:00' }, 'isv.invalid-timestamp'],
  ['an unknown call', { method: 'alipay.trade.give' }, 'isv.invalid-method'],
])('Alipay lets nobody in with %s', async (_what, over, sub_code) => {
  const right = fieldsOf('alipay.trade.query', { out_trade_no: 'nobody' })
  expect(await say(signed(right))).toMatchObject({ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' })
  expect(await say(signed({ ...right, ...over }))).toMatchObject({ code: '40002', sub_code })
})

test('Alipay lets nobody in with a signature that is wrong, missing, or SHA-1', async () => {
  const fields = fieldsOf('alipay.trade.query', { out_trade_no: 'nobody' })
  const tampered = signed(fields)
  tampered.set('biz_content', '{"out_trade_no":"other"}')
  for (const body of [tampered, new URLSearchParams(fields), signed(fields, 'RSA-SHA1')])
    expect(await say(body)).toMatchObject({ sub_code: 'isv.invalid-signature' })
})

test.each<[string, object]>([
  ['no title', { subject: '' }],
  ['a slash in the title', { subject: 'a/b' }],
  ['a title that is too long', { subject: 'x'.repeat(257) }],
  ['no order', { out_trade_no: undefined }],
  ['an amount of nothing', { total_amount: '0.00' }],
  ['a fraction of a fen', { total_amount: '6.001' }],
  ['an amount in words', { total_amount: '6,00' }],
  ['a day that is none', { time_expire: '2026-06-01T14:00' }],
  ['a time that is over', { time_expire: '2026-06-01 11:59:59' }],
  ['the product of another page', { product_code: 'QUICK_WAP_WAY' }],
])('the cashier does not open for %s', async (_what, over) => {
  const refused = await open(trade({ out_trade_no: 'S2', ...over }))
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('「沙箱」')
  expect(() => standins.alipay.pay('S2')).toThrow('nobody has opened')
})

test('an order is one payment: not for another amount, and not twice', async () => {
  expect((await open(trade())).status).toBe(200)
  expect((await open(trade({ total_amount: '18.00' }))).status).toBe(400)
  standins.alipay.pay('S1', 'lost')
  standins.alipay.pay('S1', 'lost')
  expect(await (await open(trade())).text()).toContain('订单已支付')
})

test('a payer who gives up on a computer stays at the platform', async () => {
  const address = `${standins.env.ALIPAY_URL}?${signed(fieldsOf(PAGE, trade({ out_trade_no: 'S3' })))}`
  const left = await fetch(address, { method: 'POST', body: new URLSearchParams({ decision: 'cancel' }) })
  expect(await left.text()).toContain('已取消支付')
})

test('an address may be opened for hours, a call is for minutes', async () => {
  const began = now
  now += 2 * 3_600_000
  expect((await open(trade({ out_trade_no: 'S4' }))).status).toBe(200)
  expect(await say(signed(fieldsOf('alipay.trade.query', {})))).toMatchObject({ sub_code: 'isv.invalid-timestamp' })
  now = began
})

test('a trade in a mini-program needs its buyer', async () => {
  const create = (over: object) => say(signed(fieldsOf('alipay.trade.create', trade({ out_trade_no: 'S5', ...over }))))
  expect(await create({})).toMatchObject({ sub_code: 'ACQ.INVALID_PARAMETER' })
  expect(await create({ buyer_open_id: 'o1' })).toMatchObject({ sub_code: 'ACQ.INVALID_PARAMETER' })
  expect(await create({ buyer_id: '2088000000000001' })).toMatchObject({ code: '10000' })
})
