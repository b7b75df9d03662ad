import { createDecipheriv, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Aes, Decorator, Formatter, Rsa } from 'wechatpay-axios-plugin'
import { readConfig } from '#server/platform/config.ts'
import { type Bill, FalseNews } from '#server/platform/outside/payment.ts'
import { PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import type { WxpayConfig } from '#server/platform/outside/settings/wxpay.ts'
import { type Standins, startStandins } from '#standins/platforms.ts'
import { authorization } from './sign.ts'
import { makeWxpay } from './wxpay.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOTIFY_URL = 'https://capsule.example/api/notify/wxpay'
const RETURN_URL = 'https://capsule.example/api/pay/return?order=1'

let at = Date.now()
let standins: Standins
let config: WxpayConfig
beforeAll(async () => {
  standins = await startStandins({ now: () => at })
  config = readConfig({ NODE_ENV: 'test', ...standins.env }).wxpay!
})
afterAll(() => standins.close())
beforeEach(() => {
  at = Date.now()
})
afterEach(() => standins.wxpay.meddle())

const ours = (over: Partial<WxpayConfig> = {}) => makeWxpay({ ...config, ...over }, () => new Date(at))
let made = 0
const bill = (over: Partial<Bill> = {}): Bill => ({
  orderNo: `order-${String(++made).padStart(6, '0')}`,
  title: '时光胶囊 6 个',
  fen: 600,
  expiresAt: new Date(at + 2 * HOUR_MS),
  tradeType: 'scan',
  payerAddress: '127.0.0.1',
  notifyUrl: NOTIFY_URL,
  returnUrl: RETURN_URL,
  ...over,
})
/** An order that somebody has paid, without the news of it. */
async function paidOrder(over: Partial<Bill> = {}, paidAt = at) {
  const order = bill(over)
  await ours().begin(order)
  standins.wxpay.pay(order.orderNo, 'lost', { paidAt })
  return order
}

describe('an order at WeChat Pay', () => {
  it('is begun by a code on a computer and by a page that leads back in a telephone’s browser', async () => {
    expect(await ours().begin(bill())).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=.+/)
    const page = await ours().begin(bill({ tradeType: 'h5' }))
    expect(page.startsWith(`${standins.url}/wxpay/cashier?pr=`)).toBe(true)
    expect(page.endsWith(`&redirect_url=${encodeURIComponent(RETURN_URL)}`)).toBe(true)
  })

  it('begun again is the same payment, and another one under its number is refused', async () => {
    const order = bill()
    const url = await ours().begin(order)
    expect(await ours().begin({ ...order, expiresAt: new Date(at + HOUR_MS) })).toBe(url)
    await expect(ours().begin({ ...order, fen: 601 })).rejects.toThrow('OUT_TRADE_NO_USED')
  })

  it('is told as it stands: unknown, open, paid with what was paid, closed', async () => {
    const order = bill()
    expect(await ours().ask(order.orderNo)).toEqual({ is: 'unknown' })
    await ours().begin(order)
    expect(await ours().ask(order.orderNo)).toEqual({ is: 'open' })
    standins.wxpay.pay(order.orderNo, 'lost', { paidAt: Date.parse('2026-11-22T08:00:00+08:00') })
    const payment = {
      orderNo: order.orderNo,
      transactionId: expect.stringMatching(/^4200\d+$/),
      fen: 600,
      paidAt: new Date('2026-11-22T00:00:00Z'),
    }
    expect(await ours().ask(order.orderNo)).toEqual({ is: 'paid', payment })

    const closed = bill()
    await ours().begin(closed)
    expect(await ours().close(closed.orderNo)).toBe('closed')
    expect(await ours().ask(closed.orderNo)).toEqual({ is: 'closed' })
  })

  it('is asked under the platform’s public key once we have it', async () => {
    const order = bill()
    await ours().begin(order)
    const serials: (string | undefined)[] = []
    standins.wxpay.meddle((answer) => {
      serials.push(answer.headers['wechatpay-serial'])
      return answer
    })
    await ours().ask(order.orderNo)
    const platformKeys = new Map([...config.platformKeys].filter(([serial]) => !serial.startsWith('PUB_KEY_ID_')))
    await ours({ platformKeys }).ask(order.orderNo)
    expect(serials).toEqual([expect.stringMatching(/^PUB_KEY_ID_/), expect.stringMatching(/^[0-9A-F]{40}$/)])
  })

  it('is closed once and for all, and found paid where somebody was faster', async () => {
    const order = bill()
    await ours().begin(order)
    expect(await ours().close(order.orderNo)).toBe('closed')
    expect(await ours().close(order.orderNo)).toBe('closed')
    await expect(ours().begin(order)).rejects.toThrow('ORDER_CLOSED')
    expect(await ours().close('nobody-began')).toBe('closed')
    expect(await ours().close((await paidOrder()).orderNo)).toBe('paid')
  })

  it('stays paid when its money goes back, and goes back once however often it is asked', async () => {
    const { orderNo } = await paidOrder()
    const refund = { orderNo, refundNo: `back-${orderNo}`, fen: 600, totalFen: 600, reason: '按申请退款' }
    await ours().refund(refund)
    await ours().refund(refund)
    expect(await ours().ask(orderNo)).toMatchObject({ is: 'paid', payment: { fen: 600 } })
    await expect(ours().refund({ ...refund, refundNo: 'back-again' })).rejects.toThrow(PlatformRefused)
    await expect(ours().refund({ ...refund, totalFen: 700 })).rejects.toThrow('PARAM_ERROR')
    const unpaid = bill()
    await ours().begin(unpaid)
    await expect(ours().refund({ ...refund, ...unpaid })).rejects.toThrow('INVALID_REQUEST')
  })

  it.each<[string, Partial<Bill>]>([
    ['a number it does not take', { orderNo: 'a b' }],
    ['nothing to pay', { fen: 0 }],
    ['an address for news with a query', { notifyUrl: `${NOTIFY_URL}?a=1` }],
    ['an address for news without a certificate', { notifyUrl: 'http://capsule.example/api' }],
    ['an end that has been', { expiresAt: new Date(0) }],
  ])('is not begun with %s', async (_, wrong) => {
    await expect(ours().begin(bill(wrong))).rejects.toThrow('PARAM_ERROR')
  })

  it('is not begun for another merchant, another application or under another key', async () => {
    for (const wrong of [{ merchantId: '1900000002' }, { merchantSerial: '0' }])
      await expect(ours(wrong).begin(bill())).rejects.toThrow('SIGN_ERROR')
    await expect(ours({ appId: 'wx2' }).begin(bill())).rejects.toThrow('PARAM_ERROR')
    const { merchantKey } = readConfig({ NODE_ENV: 'test', ...(await otherEnv()) }).wxpay!
    await expect(ours({ merchantKey }).begin(bill())).rejects.toThrow('SIGN_ERROR')
  })
})

async function otherEnv() {
  const other = await startStandins()
  await other.close()
  return other.env
}

describe('an answer of WeChat Pay', () => {
  it.each<[string, (body: string) => string]>([
    ['amount', (body) => body.replaceAll('600', '700')],
    ['state', (body) => body.replace('NOTPAY', 'CLOSED')],
    ['line end', (body) => `${body}\n`],
  ])('is not believed with another %s', async (_, change) => {
    const [open, paid] = [bill(), await paidOrder()]
    await ours().begin(open)
    standins.wxpay.meddle(({ headers, body }) => ({ headers, body: change(body) }))
    const answers = await Promise.allSettled([open, paid].map(({ orderNo }) => ours().ask(orderNo)))
    const reasons = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(reasons.length).toBeGreaterThan(0)
    for (const reason of reasons) expect(reason).toMatchObject({ why: 'signature' })
    expect(reasons[0]).toBeInstanceOf(FalseNews)
  })

  it.each([
    ['signature', 'wechatpay-signature', 'AAAA'],
    ['signature', 'wechatpay-serial', 'PUB_KEY_ID_unknown'],
    ['signature', 'wechatpay-nonce', 'another'],
  ])('is not believed – %s – with another %s, an empty one (204) either', async (why, name, value) => {
    const order = bill()
    await ours().begin(order)
    standins.wxpay.meddle(({ headers, body }) => ({ headers: { ...headers, [name]: value }, body }))
    await expect(ours().ask(order.orderNo)).rejects.toMatchObject({ why })
    await expect(ours().close(order.orderNo)).rejects.toMatchObject({ why })
  })

  it('is not believed when it was signed more than five minutes ago or ahead', async () => {
    const order = bill()
    await ours().begin(order)
    // Our question is signed in time, their answer comes as if from another one.
    let turns = 0
    const ahead = makeWxpay(config, () => new Date(at + (turns++ === 0 ? 0 : 301_000)))
    await expect(ahead.ask(order.orderNo)).rejects.toMatchObject({ why: 'late' })
    turns = 0
    const near = makeWxpay(config, () => new Date(at + (turns++ === 0 ? 0 : 299_000)))
    expect(await near.ask(order.orderNo)).toEqual({ is: 'open' })
  })

  it('about another order, merchant, application or currency is not believed', async () => {
    const right = {
      appid: config.appId,
      mchid: config.merchantId,
      out_trade_no: 'order-1',
      trade_state: 'SUCCESS',
      transaction_id: '42',
      success_time: '2026-11-22T08:00:00+08:00',
      amount: { total: 600, currency: 'CNY' },
    }
    const { platform, state, close } = await answerer(right)
    expect(await platform.ask('order-1')).toMatchObject({ is: 'paid' })
    for (const [why, wrong] of [
      ['shape', { out_trade_no: 'order-2' }],
      ['merchant', { mchid: '1' }],
      ['application', { appid: 'wx2' }],
      ['currency', { amount: { total: 600, currency: 'USD' } }],
      ['shape', { amount: { total: 6.5, currency: 'CNY' } }],
      ['shape', { success_time: 'yesterday' }],
      ['shape', { trade_state: 'MADE_UP' }],
      ['merchant', { mchid: '1', trade_state: 'NOTPAY' }],
    ] as const) {
      state.told = { ...right, ...wrong }
      await expect(platform.ask('order-1'), JSON.stringify(wrong)).rejects.toMatchObject({ why })
    }
    close()
  })

  it('about another refund is not believed, and one that failed is none', async () => {
    const right = {
      out_trade_no: 'order-1',
      out_refund_no: 'back-1',
      status: 'PROCESSING',
      amount: { refund: 200, total: 600, currency: 'CNY' },
    }
    const { platform, state, close } = await answerer(right)
    const wish = { orderNo: 'order-1', refundNo: 'back-1', fen: 200, totalFen: 600, reason: '退' }
    await platform.refund(wish)
    for (const wrong of [
      { out_trade_no: 'order-2' },
      { out_refund_no: 'back-2' },
      { amount: { refund: 300, total: 600, currency: 'CNY' } },
      { amount: { refund: 200, total: 700, currency: 'CNY' } },
      { amount: { refund: 200, total: 600, currency: 'USD' } },
    ]) {
      state.told = { ...right, ...wrong }
      await expect(platform.refund(wish), JSON.stringify(wrong)).rejects.toThrow(FalseNews)
    }
    state.told = { ...right, status: 'ABNORMAL' }
    await expect(platform.refund(wish)).rejects.toThrow(PlatformRefused)
    close()
  })

  it('that declines to close says nothing yet: how the order stands is asked and verified', async () => {
    const told = { mchid: config.merchantId, out_trade_no: 'order-1', trade_state: 'NOTPAY' }
    const { platform, state, close } = await answerer(told)
    for (state.declines of ['USERPAYING', 'ORDER_CLOSED', 'ORDERPAID'])
      await expect(platform.close('order-1')).rejects.toThrow(state.declines)
    state.told = { ...told, trade_state: 'CLOSED' }
    expect(await platform.close('order-1')).toBe('closed')
    close()
  })

  it('that never comes, stumbles or leads elsewhere is none, and its error tells the path alone', async () => {
    const asked = async (url: string) =>
      ours({ url })
        .ask('order-1')
        .catch((error: Error) => error)
    const silent = await listen(() => undefined)
    const waited = makeWxpay({ ...config, url: silent.url }, () => new Date(at), 200).ask('order-1')
    await expect(waited).rejects.toThrow(PlatformAway)
    silent.close()
    const nobody = await asked('http://127.0.0.1:9')
    expect(nobody).toBeInstanceOf(PlatformAway)
    expect((nobody as Error).message).toMatch(/^\/v3\/pay\/transactions\/out-trade-no\/order-1: /)
    expect((nobody as Error).message).not.toContain(config.merchantId)
    for (const status of [302, 429, 500]) {
      const server = await listen((_request, response) =>
        response.writeHead(status, { location: standins.url }).end('{"code":"ORDER_NOT_EXIST"}'),
      )
      expect(await asked(server.url), String(status)).toBeInstanceOf(PlatformAway)
      server.close()
    }
  })
})

async function listen(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** A platform with a key of its own that answers what `told` holds, or declines what is posted. */
async function answerer(told: object) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const serial = 'PUB_KEY_ID_1'
  const state: { told: object; declines?: string } = { told }
  const server = await listen(({ method }, response) => {
    if (method === 'POST' && state.declines)
      return response.writeHead(400).end(JSON.stringify({ code: state.declines }))
    const body = JSON.stringify(state.told)
    const timestamp = String(Math.floor(at / 1000))
    const signature = Rsa.sign(Formatter.response(timestamp, 'n', body), privateKey as unknown as string)
    const names = { timestamp, nonce: 'n', serial, signature }
    const headers = Object.entries(names).map(([name, value]) => [`wechatpay-${name}`, value])
    response.writeHead(200, Object.fromEntries(headers)).end(body)
  })
  const platform = ours({ url: server.url, platformKeys: new Map([[serial, createPublicKey(privateKey)]]) })
  return { platform, state, close: server.close }
}

describe('the news of WeChat Pay', () => {
  const read = ({ headers, body }: { headers: Record<string, string>; body: string }, over = {}) =>
    ours(over).readNews(headers, Buffer.from(body))
  type Wish = Parameters<Standins['wxpay']['paidMessage']>[1]
  const news = async (wish: Wish = {}) => standins.wxpay.paidMessage((await paidOrder()).orderNo, wish)
  const whyOf = (message: { headers: Record<string, string>; body: string }, over = {}) => {
    try {
      return read(message, over).is
    } catch (error) {
      return error instanceof FalseNews ? error.why : error
    }
  }

  it('tell of a payment, and of the same one when they come twice', async () => {
    const order = await paidOrder({}, Date.parse('2026-11-22T08:00:00+08:00'))
    const [first, second] = [1, 2].map(() => standins.wxpay.paidMessage(order.orderNo))
    const payment = {
      orderNo: order.orderNo,
      transactionId: expect.stringMatching(/^4200\d+$/),
      fen: 600,
      paidAt: new Date('2026-11-22T00:00:00Z'),
    }
    expect(read(first!)).toEqual({ is: 'paid', payment })
    expect(read(first!)).toEqual(read(first!))
    expect(read(second!)).toEqual(read(first!))
    expect(await ours().ask(order.orderNo)).toEqual(read(first!))
  })

  it('tell of money that went back', async () => {
    const { orderNo } = await paidOrder()
    standins.wxpay.refunded({ orderNo, refundNo: 'by-hand-1', fen: 200 }, 'lost')
    const message = standins.wxpay.refundMessage('by-hand-1')
    expect(read(message)).toEqual({ is: 'refunded', refund: { orderNo, refundNo: 'by-hand-1', fen: 200 } })
    expect(whyOf(standins.wxpay.refundMessage('by-hand-1', { merchantId: '1' }))).toBe('merchant')
  })

  it.each<[string, string, Wish]>([
    ['signature', 'a wrong signature, as the platform’s own probe', { isTrue: false }],
    ['signature', 'a serial nobody knows', { serial: 'PUB_KEY_ID_unknown' }],
    ['merchant', 'another merchant', { merchantId: '1900000002' }],
    ['application', 'another application', { appId: 'wx2' }],
    ['currency', 'another currency', { currency: 'USD' }],
    ['shape', 'half a fen', { fen: 0.5 }],
    ['shape', 'an order that is not paid', { tradeState: 'NOTPAY' }],
    ['signature', 'an amount altered under the seal', { alter: flip(amountAt, 1) }],
    ['signature', 'another tag', { alter: flip((sealed) => sealed.length - 1, 1) }],
    ['signature', 'no tag', { alter: (sealed) => sealed.subarray(0, 3) }],
  ])('are refused – %s – with %s', async (why, _, wish) => {
    expect(whyOf(await news())).toBe('paid')
    expect(whyOf(await news(wish))).toBe(why)
  })

  it('would tell of 700 fen instead of 600 by one bit, if the seal were not checked', async () => {
    const { resource } = JSON.parse((await news({ alter: flip(amountAt, 1) })).body)
    const sealed = Buffer.from(resource.ciphertext, 'base64').subarray(0, -16)
    const careless = createDecipheriv('aes-256-gcm', config.apiV3Key, resource.nonce).update(sealed).toString()
    expect(JSON.parse(careless).amount.total).toBe(700)
  })

  it('are refused when they were signed more than five minutes ago or ahead', async () => {
    for (const skew of [-301_000, 301_000]) expect(whyOf(await news({ at: at + skew }))).toBe('late')
    for (const skew of [-299_000, 299_000]) expect(whyOf(await news({ at: at + skew }))).toBe('paid')
  })

  it('are refused when anything of them changed on the way', async () => {
    const { headers, body } = await news()
    expect(whyOf({ headers, body: `${body} ` })).toBe('signature')
    expect(whyOf({ headers, body: body.replace('TRANSACTION', 'REFUND') })).toBe('signature')
    for (const name of ['wechatpay-timestamp', 'wechatpay-nonce', 'wechatpay-serial', 'wechatpay-signature'])
      expect(whyOf({ headers: { ...headers, [name]: '' }, body }), name).toBe('signature')
    expect(whyOf({ headers: {}, body })).toBe('signature')
  })

  it('sealed with another key are refused', async () => {
    expect(whyOf(await news(), { apiV3Key: 'x'.repeat(32) })).toBe('signature')
  })

  it('tell nothing for the ledger when they are of another kind', async () => {
    const resource = { algorithm: 'AEAD_AES_256_GCM', ciphertext: 'AAAA', nonce: '123456789012' }
    const body = JSON.stringify({ event_type: 'REFUND.CLOSED', resource })
    expect(read({ headers: standins.wxpay.signed(body), body })).toEqual({ is: 'other' })
    expect(whyOf({ headers: standins.wxpay.signed('{}'), body: '{}' })).toBe('shape')
    expect(whyOf({ headers: standins.wxpay.signed('no'), body: 'no' })).toBe('shape')
  })

  it('are accepted by the official verifier and opened by its cipher as well', async () => {
    const { headers, body } = await news()
    const message = Formatter.response(headers['wechatpay-timestamp']!, headers['wechatpay-nonce']!, body)
    const keys = JSON.parse(standins.env.WXPAY_PLATFORM_KEYS()) as Record<string, string>
    const pem = keys[headers['wechatpay-serial']!]!
    expect(Rsa.verify(message, headers['wechatpay-signature']!, Rsa.from(pem, 'public'))).toBe(true)
    const { ciphertext, nonce, associated_data } = JSON.parse(body).resource as Record<string, string>
    const told = JSON.parse(Aes.AesGcm.decrypt(ciphertext!, config.apiV3Key, nonce!, associated_data))
    expect(told).toMatchObject({ mchid: config.merchantId, amount: { total: 600 } })
    expect(read({ headers, body })).toMatchObject({ is: 'paid', payment: { orderNo: told.out_trade_no } })
  })
})

/** Where the amount's first digit lies: the seal hides no lengths, and the amount comes last, the tag's 16 bytes after it. */
function amountAt(sealed: Buffer): number {
  return sealed.length - 16 - '600,"payer_total":600,"currency":"CNY","payer_currency":"CNY"}}'.length
}
/** Six and seven differ by one bit, and so do the bytes that hide them. */
function flip(where: (sealed: Buffer) => number, bit: number) {
  return (sealed: Buffer) => {
    const at = where(sealed)
    return Buffer.from(sealed.map((byte, index) => (index === at ? byte ^ bit : byte)))
  }
}

describe('the bill of a day', () => {
  it('lists what was paid and what went back on that day in China', async () => {
    const day = '2020-03-01'
    const early = await paidOrder({ title: '时光胶囊, "6" 个' }, Date.parse('2020-03-01T00:00:00+08:00'))
    const late = await paidOrder({ fen: 60_001 }, Date.parse('2020-03-01T23:59:59+08:00'))
    await paidOrder({}, Date.parse('2020-03-02T00:00:00+08:00'))
    const lines = await ours().billOf(day)
    const transactionId = expect.stringMatching(/^4200\d+$/)
    expect(lines).toEqual([
      { is: 'paid', orderNo: early.orderNo, transactionId, fen: 600 },
      { is: 'paid', orderNo: late.orderNo, transactionId, fen: 60_001 },
    ])

    const started = at
    at = started - DAY_MS
    await ours().refund({ orderNo: late.orderNo, refundNo: 'back-late', fen: 60_001, totalFen: 60_001, reason: '退' })
    const yesterday = new Date(at + 8 * HOUR_MS).toISOString().slice(0, 10)
    at = started
    expect(await ours().billOf(yesterday)).toContainEqual({
      is: 'refunded',
      orderNo: late.orderNo,
      transactionId,
      fen: 60_001,
    })
  })

  it('is empty when nothing was paid, refused before the day is over, and not believed with another hash', async () => {
    expect(await ours().billOf('2019-01-01')).toEqual([])
    const today = new Date(at + 8 * HOUR_MS).toISOString().slice(0, 10)
    await expect(ours().billOf(today)).rejects.toThrow('INVALID_REQUEST')
    await paidOrder({}, Date.parse('2018-03-01T12:00:00+08:00'))
    expect(await ours().billOf('2018-03-01')).toHaveLength(1)
    standins.wxpay.meddle(({ headers, body }) => ({ headers, body: body.replace('`6.00', '`7.00') }))
    await expect(ours().billOf('2018-03-01')).rejects.toThrow('another hash')
  })
})

describe('the official client', () => {
  const official = (headers: Record<string, string>) => {
    const certs = JSON.parse(standins.env.WXPAY_PLATFORM_KEYS()) as Record<string, string>
    const { merchantId: mchid, merchantSerial: serial } = config
    const privateKey = standins.env.WXPAY_MERCHANT_KEY()
    return new Decorator({ baseURL: standins.url, mchid, serial, privateKey, certs, headers }).v3
  }
  const order = (over: object = {}) => ({
    appid: config.appId,
    mchid: config.merchantId,
    description: '时光胶囊 6 个',
    out_trade_no: bill().orderNo,
    time_expire: new Date(Date.now() + HOUR_MS).toISOString().replace(/\.\d+Z/, 'Z'),
    notify_url: NOTIFY_URL,
    amount: { total: 600, currency: 'CNY' },
    ...over,
  })

  it.each([
    ['a certificate', {}],
    ['a public key', { 'Wechatpay-Serial': 'PUB_KEY_ID_0119000000012026112200192079000000' }],
  ])('accepts what the stand-in answers under %s', async (_, headers) => {
    const client = official(headers)
    const asked = order()
    const native = await client.post('/v3/pay/transactions/native', asked)
    expect(native.data.code_url).toMatch(/^weixin:/)
    const scene_info = { payer_client_ip: '127.0.0.1', h5_info: { type: 'Wap' } }
    const h5 = await client.post('/v3/pay/transactions/h5', order({ scene_info }))
    expect(h5.data.h5_url).toContain('/wxpay/cashier')
    const path = `/v3/pay/transactions/out-trade-no/${asked.out_trade_no}`
    const params = { mchid: config.merchantId }
    expect((await client.get(path, { params })).data).toMatchObject({ trade_state: 'NOTPAY' })
    expect((await client.post(`${path}/close`, params)).status).toBe(204)
    expect(await ours().ask(asked.out_trade_no)).toEqual({ is: 'closed' })

    standins.wxpay.meddle(({ headers, body }) => ({ headers, body: body.replace('CLOSED', 'NOTPAY') }))
    await expect(client.get(path, { params })).rejects.toMatchObject({ code: 'EV3_RES_HEADER_SIGNATURE_DIGEST' })
  })

  it('signs a question to the same letters as ours', () => {
    const asked = {
      method: 'POST',
      target: '/v3/pay/transactions/native?a=%E6%97%B6&b=1',
      timestamp: 1_795_000_000,
      nonce: '593BEC0C930BF1AFEB40B4A08C8FB242',
      body: JSON.stringify(order({ description: '时光胶囊' })),
    }
    const { method, target, timestamp, nonce, body } = asked
    const key = Rsa.from(standins.env.WXPAY_MERCHANT_KEY(), 'private')
    const signature = Rsa.sign(Formatter.request(method, target, timestamp, nonce, body), key)
    const theirs = Formatter.authorization(config.merchantId, nonce, signature, timestamp, config.merchantSerial)
    expect(authorization(config, asked)).toBe(theirs)
  })
})
