import { createPrivateKey, createSign } from 'node:crypto'
import { AlipaySdk } from 'alipay-sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formatChina } from '#contract/time.ts'
import { fenOf, yuanOf } from '#server/platform/outside/money.ts'
import { listen, type Served } from '#standins/http.ts'
import { type Standins, startStandins } from '#standins/platforms.ts'
import type { Bill, Falsehood } from '../payment.ts'
import { PlatformAway, PlatformRefused } from '../platform.ts'
import { type AlipayConfig, environment, read } from '../settings/alipay.ts'
import { makeAlipay } from './alipay.ts'

const TIMEOUT_MS = 300
/** 12 o'clock in China. */
const NOON = Date.parse('2026-06-01T04:00:00Z')

let now = NOON
let standins: Standins
let config: AlipayConfig
let receiver: Served
let arrived: string[] = []
beforeAll(async () => {
  standins = await startStandins({ now: () => now })
  config = read(z.object(environment).parse(standins.env))!
  receiver = await listen(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    arrived.push(Buffer.concat(parts).toString())
    response.end('success')
  })
})
afterAll(async () => {
  await standins.close()
  await receiver.close()
})
beforeEach(() => {
  now = NOON
  arrived = []
})

const alipay = (over: Partial<AlipayConfig> = {}, timeoutMs?: number) =>
  makeAlipay({ ...config, ...over }, () => new Date(now), timeoutMs)
const officialWith = (over: object = {}) =>
  new AlipaySdk({
    appId: config.appId,
    privateKey: config.privateKey,
    keyType: 'PKCS8',
    alipayPublicKey: config.publicKey,
    gateway: config.url,
    ...over,
  })

let orders = 0
const billOf = (over: Partial<Bill> = {}): Bill => {
  orders += 1
  return {
    orderNo: `T${orders}`,
    title: '6枚时光胶囊',
    fen: 600,
    expiresAt: new Date(now + 2 * 3_600_000),
    tradeType: 'scan',
    payerAddress: '127.0.0.1',
    notifyUrl: `${receiver.url}/api/notify/ali`,
    returnUrl: 'https://capsule.example/api/pay/return?channel=ali',
    ...over,
  }
}
/** Opens the cashier as a browser does; the trade is there from then on. */
async function opened(over: Partial<Bill> = {}) {
  const bill = billOf(over)
  const address = await alipay().begin(bill)
  const page = await fetch(address)
  expect(page.status).toBe(200)
  return { bill, address, page: await page.text() }
}
const decide = (address: string, form: Record<string, string>) =>
  fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })
async function paid(over: Partial<Bill> = {}) {
  const { bill } = await opened(over)
  standins.alipay.pay(bill.orderNo, 'lost')
  return bill
}
const readNews = (body: string) => alipay().readNews({}, Buffer.from(body))
function attempt<T>(does: () => T): T | undefined {
  try {
    return does()
  } catch {
    return undefined
  }
}
const falseFor = (why: Falsehood) => expect.objectContaining({ why })

describe('an amount', () => {
  it('is written in yuan and read in fen without a fraction on the way', () => {
    for (const [fen, yuan] of [
      [600, '6.00'],
      [1, '0.01'],
      [5_999, '59.99'],
      [1_940, '19.40'],
      [60_000, '600.00'],
    ] as const) {
      expect(yuanOf(fen)).toBe(yuan)
      expect(fenOf(yuan)).toBe(fen)
    }
    expect([fenOf('6'), fenOf('6.5'), fenOf(88.88)]).toEqual([600, 650, 8888])
  })

  it('of any other shape is none', () => {
    for (const yuan of [
      '',
      '-6.00',
      '+6.00',
      '6.000',
      '06.00',
      '6e2',
      ' 6.00',
      '6,00',
      '.6',
      '6.',
      '0x6',
      'NaN',
      '６.00',
    ])
      expect(fenOf(yuan), yuan).toBeUndefined()
    expect(fenOf(undefined)).toBeUndefined()
    for (const fen of [0, -600, 6.5, Number.NaN]) expect(() => yuanOf(fen)).toThrow('no amount')
  })
})

describe('an address to pay at', () => {
  it('opens the cashier for title and amount, on a computer and on a phone', async () => {
    for (const tradeType of ['scan', 'h5'] as const) {
      const { page, address } = await opened({ tradeType })
      for (const text of ['「沙箱」', '6枚时光胶囊', '¥6.00']) expect(page).toContain(text)
      expect(address.startsWith(config.url)).toBe(true)
    }
  })

  it('carries the signature that anybody makes from the documentation', async () => {
    const address = new URL(await alipay().begin(billOf({ title: '100% 胶囊', tradeType: 'h5' })))
    const { sign, ...fields } = Object.fromEntries(address.searchParams)
    const content = Object.keys(fields)
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
    const key = createPrivateKey(config.privateKey)
    expect(sign).toBe(createSign('RSA-SHA256').update(content).sign(key, 'base64'))
    expect(fields).toMatchObject({ timestamp: '2026-06-01 12:00:00', sign_type: 'RSA2', charset: 'utf-8' })
    expect(JSON.parse(fields.biz_content!)).toEqual({
      out_trade_no: `T${orders}`,
      subject: '100% 胶囊',
      total_amount: '6.00',
      time_expire: '2026-06-01 14:00:00',
      product_code: 'QUICK_WAP_WAY',
      quit_url: 'https://capsule.example/api/pay/return?channel=ali',
    })
  })

  it('leads back with what the platform adds when it was paid, and the news arrive', async () => {
    const { bill, address } = await opened()
    const back = new URL((await decide(address, { decision: 'pay', news: 'twice' })).headers.get('location')!)
    expect(`${back.origin}${back.pathname}`).toBe('https://capsule.example/api/pay/return')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      channel: 'ali',
      out_trade_no: bill.orderNo,
      total_amount: '6.00',
      sign_type: 'RSA2',
    })
    await expect.poll(() => arrived.length).toBe(2)
    for (const body of arrived) expect(readNews(body)).toMatchObject({ is: 'paid', payment: { orderNo: bill.orderNo } })
  })

  it('is paid at Alipay even when the news of it are lost or false', async () => {
    for (const news of ['lost', 'false']) {
      const { bill, address } = await opened()
      await decide(address, { decision: 'pay', news })
      expect(await alipay().ask(bill.orderNo)).toMatchObject({ is: 'paid' })
      const answer = await standins.alipay.deliver(bill.orderNo, standins.alipay.notice(bill.orderNo))
      expect(await answer.text()).toBe('success')
    }
    await expect.poll(() => arrived.length).toBe(3)
    const [first, ...others] = arrived.map((body) => () => readNews(body).is)
    expect(first!()).toBe('paid')
    expect(others.filter((other) => attempt(other) === 'paid')).toHaveLength(1)
  })

  it('leads a phone back unpaid when the payer gives up', async () => {
    const { bill, address } = await opened({ tradeType: 'h5' })
    const left = await decide(address, { decision: 'cancel' })
    expect(left.headers.get('location')).toBe(bill.returnUrl)
    expect(await alipay().ask(bill.orderNo)).toEqual({ is: 'open' })
  })

  it('leaves out of the title what the platform refuses', async () => {
    const { page } = await opened({ title: 'a/b=c&d%e' })
    expect(page).toContain('a b c d%e')
  })

  it('given twice is for the same payment', async () => {
    const { bill, address } = await opened()
    standins.alipay.pay(bill.orderNo, 'lost')
    for (const again of [address, await alipay().begin(bill)])
      expect(await (await fetch(again)).text()).toContain('订单已支付')
  })
})

describe('an order at Alipay', () => {
  it('is unknown until its page was opened, then open, then paid', async () => {
    const bill = billOf()
    expect(await alipay().ask(bill.orderNo)).toEqual({ is: 'unknown' })
    await fetch(await alipay().begin(bill))
    expect(await alipay().ask(bill.orderNo)).toEqual({ is: 'open' })
    standins.alipay.pay(bill.orderNo, 'lost')
    expect(await alipay().ask(bill.orderNo)).toEqual({
      is: 'paid',
      payment: {
        orderNo: bill.orderNo,
        transactionId: expect.stringMatching(/^\d{28}$/),
        fen: 600,
        paidAt: new Date(NOON),
      },
    })
  })

  it('can be closed once, twice, and before anybody has seen it; one that was paid is paid', async () => {
    const { bill, address } = await opened()
    expect(await alipay().close(bill.orderNo)).toBe('closed')
    expect(await alipay().close(bill.orderNo)).toBe('closed')
    expect(await alipay().ask(bill.orderNo)).toEqual({ is: 'closed' })
    expect(await (await fetch(address)).text()).toContain('交易已经关闭')
    expect(await alipay().close('nobody')).toBe('closed')
    expect(await alipay().close((await paid()).orderNo)).toBe('paid')
  })

  it('closes by itself when its time is over', async () => {
    const { bill } = await opened()
    now += 2 * 3_600_000
    expect(await alipay().ask(bill.orderNo)).toEqual({ is: 'closed' })
  })

  it('that was paid stays paid when all of it has gone back', async () => {
    const { orderNo } = await paid()
    await alipay().refund({ orderNo, refundNo: 'R1', fen: 600, totalFen: 600, reason: '退款' })
    expect(await alipay().ask(orderNo)).toMatchObject({ is: 'paid', payment: { fen: 600 } })
    expect(await alipay().close(orderNo)).toBe('paid')
  })
})

describe('a refund', () => {
  it('moves the money once, however often it is asked for', async () => {
    const { orderNo } = await paid()
    const refund = { orderNo, refundNo: `R${orderNo}`, fen: 200, totalFen: 600, reason: '退款' }
    await alipay().refund(refund)
    await alipay().refund(refund)
    await expect.poll(() => arrived.length).toBe(1)
    expect(readNews(arrived[0]!)).toEqual({ is: 'refunded', refund: { orderNo, refundNo: `R${orderNo}`, fen: 200 } })
    await alipay().refund({ ...refund, refundNo: `S${orderNo}`, fen: 400 })
    await expect.poll(() => arrived.length).toBe(2)
    expect(new URLSearchParams(arrived[1]).get('trade_status')).toBe('TRADE_CLOSED')
    expect(readNews(arrived[1]!)).toMatchObject({ is: 'refunded', refund: { fen: 600 } })
  })

  it('is refused beyond what was paid, for another amount under its number, and where nothing was paid', async () => {
    const { orderNo } = await paid()
    const refund = { orderNo, refundNo: `R${orderNo}`, fen: 500, totalFen: 600, reason: '退款' }
    await alipay().refund(refund)
    for (const over of [{ refundNo: 'other' }, { fen: 100 }, { orderNo: 'nobody' }])
      await expect(alipay().refund({ ...refund, ...over })).rejects.toThrow(PlatformRefused)
  })

  it('that neither moves money now nor did before is not taken for one', async () => {
    const { orderNo } = await paid()
    const refund = { orderNo, refundNo: `R${orderNo}`, fen: 600, totalFen: 600, reason: '退款' }
    const denying = await rewriting((text) => text.replace('REFUND_SUCCESS', 'REFUND_PROCESSING'), true)
    await alipay().refund(refund)
    await expect(alipay({ url: denying.url }).refund(refund)).rejects.toThrow(PlatformAway)
    await denying.close()
  })
})

const wishOf = ({ notifyUrl, returnUrl }: Bill, address: string) => ({
  notifyUrl,
  returnUrl,
  bizContent: JSON.parse(new URL(address).searchParams.get('biz_content')!),
})

describe('the official client', () => {
  it('is let in by the same gateway and believes its answers', async () => {
    const { bill, address } = await opened()
    const official = officialWith()
    const timestamp = formatChina(now)
    const asked = { bizContent: { out_trade_no: bill.orderNo }, timestamp }
    const answer = await official.exec('alipay.trade.query', asked, { validateSign: true })
    expect(answer).toMatchObject({ code: '10000', tradeStatus: 'WAIT_BUYER_PAY', totalAmount: '6.00' })
    expect((await alipay().ask(bill.orderNo)).is).toBe('open')

    const [wish, timely] = [wishOf(bill, address), { timestamp: formatChina(now) }]
    // The same, down to the byte; pageExecute adds a word about itself.
    const query = official.sdkExecute('alipay.trade.page.pay', { ...timely, ...wish })
    expect(address).toBe(`${config.url}?${query}`)
    const page = await fetch(official.pageExecute('alipay.trade.page.pay', 'GET', { ...wish, ...timely }))
    expect(await page.text()).toContain('¥6.00')
  })

  it('believes the notification, and not a falsified one', async () => {
    const { orderNo } = await paid({ title: '100% 胶囊' })
    const check = (body: string) => officialWith().checkNotifySignV2(Object.fromEntries(new URLSearchParams(body)))
    expect(check(standins.alipay.notice(orderNo))).toBe(true)
    expect(check(standins.alipay.notice(orderNo, { isTrue: false }))).toBe(false)
  })

  it('checks one part of an answer and returns another, which is why it is not asked', async () => {
    const { orderNo } = await paid()
    const forging = await rewriting(appended)
    const asked = { bizContent: { out_trade_no: orderNo }, timestamp: formatChina(now) }
    const official = officialWith({ gateway: forging.url })
    expect(await official.exec('alipay.trade.query', asked, { validateSign: true })).toMatchObject({
      totalAmount: '9.00',
    })
    await expect(alipay({ url: forging.url }).ask(orderNo)).rejects.toThrow(PlatformAway)
    await forging.close()
  })
})

describe('an answer about a refund or a new trade', () => {
  it.each<[string, (text: string) => string]>([
    ['more than was paid', (text) => text.replace('"refund_fee":"4.00"', '"refund_fee":"6.01"')],
    ['less than was asked for', (text) => text.replace('"refund_fee":"4.00"', '"refund_fee":"3.99"')],
    [
      'another amount before',
      (text) => text.replace('"Y"', '"N"').replace('"refund_amount":"4.00"', '"refund_amount":"3.00"'),
    ],
    ['another order', (text) => text.replace(/"T\d+"/, '"T0"')],
  ])('is none when it tells of %s', async (_what, rewrite) => {
    const { orderNo } = await paid()
    const { url, close } = await rewriting(rewrite, true)
    const refund = { orderNo, refundNo: `R${orderNo}`, fen: 400, totalFen: 600, reason: '退款' }
    await expect(alipay({ url }).refund(refund)).rejects.toEqual(falseFor('shape'))
    await close()
  })

  it('is none when the trade is another order’s', async () => {
    const { url, close } = await rewriting((text) => text.replace(/"T\d+"/, '"T0"'), true)
    await expect(alipay({ url }).createTrade(billOf(), '2088000000000001')).rejects.toEqual(falseFor('shape'))
    await close()
  })
})

/** A second, unsigned answer behind the signed one. */
const appended = (text: string) => {
  const [key] = Object.keys(JSON.parse(text))
  return text.replace(/\}$/, `,"${key}":{"code":"10000","out_trade_no":"x","total_amount":"9.00"}}`)
}

/** The gateway, with somebody on the way who rewrites its answers; `signing`: with the platform's own key. */
async function rewriting(rewrite: (text: string) => string, isPlatform = false): Promise<Served> {
  const served = await listen(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { search } = new URL(request.url!, 'http://standin')
    const headers = { 'content-type': String(request.headers['content-type']) }
    const asked = await fetch(config.url + search, { method: 'POST', headers, body: Buffer.concat(parts) })
    const text = rewrite(await asked.text())
    response.end(isPlatform ? standins.alipay.signAgain(text) : text)
  })
  return { ...served, url: `${served.url}/gateway.do` }
}

describe('an answer that is not to be believed', () => {
  it.each<[string, (text: string) => string, unknown]>([
    ['another amount', (text) => text.replace('6.00', '9.00'), falseFor('signature')],
    ['another order', (text) => text.replace(/"T\d+"/, '"T0"'), falseFor('signature')],
    ['a second answer behind it', appended, expect.any(PlatformAway)],
    ['no signature', (text) => text.replace(/,"sign".*/, '}'), expect.any(PlatformAway)],
    ['another call’s name', (text) => text.replace('_query_', '_close_'), expect.any(PlatformAway)],
    ['no JSON', () => '<html>Bad Gateway</html>', expect.any(PlatformAway)],
  ])('is one with %s', async (_what, rewrite, expected) => {
    const { orderNo } = await paid()
    const { url, close } = await rewriting(rewrite)
    await expect(alipay({ url }).ask(orderNo)).rejects.toEqual(expected)
    await close()
  })

  it.each<[string, (text: string) => string, unknown]>([
    ['about another order', (text) => text.replace(/"T\d+"/, '"T0"'), falseFor('shape')],
    ['with an amount that is none', (text) => text.replace('6.00', '6.005'), falseFor('shape')],
    ['in another currency', (text) => text.replace('"code"', '"trans_currency":"USD","code"'), falseFor('currency')],
    ['with an unknown status', (text) => text.replace('TRADE_SUCCESS', 'TRADE_PENDING'), expect.any(PlatformAway)],
    [
      'of a system that stumbles',
      () => '{"alipay_trade_query_response":{"code":"20000"},"sign":""}',
      expect.any(PlatformAway),
    ],
    [
      'of a trade system that stumbles',
      () => '{"alipay_trade_query_response":{"code":"40004","sub_code":"ACQ.SYSTEM_ERROR"},"sign":""}',
      expect.any(PlatformAway),
    ],
  ])('is a signed one %s', async (_what, rewrite, expected) => {
    const { orderNo } = await paid()
    const { url, close } = await rewriting(rewrite, true)
    await expect(alipay({ url }).ask(orderNo)).rejects.toEqual(expected)
    await close()
  })

  it('is one to a key that is not ours', async () => {
    const { orderNo } = await paid()
    const stranger = await startStandins()
    await expect(alipay({ publicKey: stranger.env.ALIPAY_PUBLIC_KEY() }).ask(orderNo)).rejects.toEqual(
      falseFor('signature'),
    )
    await stranger.close()
  })
})

describe('a gateway that does not answer', () => {
  it('is given up, whether it is silent, drips, or never ends', async () => {
    const silent = await listen(() => undefined)
    const dripping = await listen((_request, response) => {
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    })
    const endless = await listen((_request, response) => {
      const more = () => (response.write('x'.repeat(16_384)) ? setImmediate(more) : response.once('drain', more))
      response.on('error', () => undefined)
      more()
    })
    for (const { url, close } of [silent, dripping, endless]) {
      const away = alipay({ url }, TIMEOUT_MS)
      await expect(away.ask('T1')).rejects.toThrow(PlatformAway)
      await expect(away.close('T1')).rejects.toThrow(PlatformAway)
      await close()
    }
    await expect(alipay({ url: silent.url }).ask('T1')).rejects.toThrow('ECONNREFUSED')
  })

  it('leads nobody on to where it points', async () => {
    let led = 0
    const other = await listen((_request, response) => void response.end(`${++led}`))
    const leading = await listen((_request, response) => void response.writeHead(307, { location: other.url }).end())
    await expect(alipay({ url: leading.url }).ask('T1')).rejects.toThrow(PlatformAway)
    expect(led).toBe(0)
    await leading.close()
    await other.close()
  })

  it('repeats nothing of the address, which is signed', async () => {
    const lost = await listen((_request, response) => void response.writeHead(302, { location: 'https://x' }).end())
    const why = await alipay({ url: lost.url })
      .ask('T1')
      .catch((error: Error) => error.message)
    expect(why).not.toMatch(/sign|http/)
    await lost.close()
  })
})

describe('the time', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it.each(['UTC', 'America/New_York', 'Asia/Shanghai'])('is China’s in a process under TZ=%s', async (TZ) => {
    process.env.TZ = TZ
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(TZ)
    const { bill, address } = await opened()
    expect(new URL(address).searchParams.get('timestamp')).toBe('2026-06-01 12:00:00')
    expect(await alipay().ask(bill.orderNo)).toEqual({ is: 'open' })
    standins.alipay.pay(bill.orderNo, 'lost')
    expect(readNews(standins.alipay.notice(bill.orderNo))).toMatchObject({ payment: { paidAt: new Date(NOON) } })
  })

  it('of another zone is turned away', async () => {
    const elsewhere = makeAlipay(config, () => new Date(now - 8 * 3_600_000))
    await expect(elsewhere.ask('T1')).rejects.toThrow('isv.invalid-timestamp')
    expect((await fetch(await elsewhere.begin(billOf()))).status).toBe(400)
  })
})

describe('news', () => {
  it('of a payment tell what was paid and when, whatever the title', async () => {
    const { orderNo } = await paid({ title: '100% 的 %zz 胶囊+' })
    expect(readNews(standins.alipay.notice(orderNo))).toEqual({
      is: 'paid',
      payment: { orderNo, transactionId: expect.any(String), fen: 600, paidAt: new Date(NOON) },
    })
    const over = { trade_status: 'TRADE_FINISHED' }
    expect(readNews(standins.alipay.notice(orderNo, { over }))).toMatchObject({ is: 'paid' })
  })

  it('of a refund that the merchant made in the console tell what has gone back', async () => {
    const { orderNo } = await paid()
    standins.alipay.refund(orderNo, { fen: 100, refundNo: 'C1' })
    const notice = standins.alipay.notice(orderNo, { refundNo: 'C1' })
    expect(readNews(notice)).toEqual({ is: 'refunded', refund: { orderNo, refundNo: 'C1', fen: 100 } })
    const unnamed = readNews(standins.alipay.notice(orderNo, { refundNo: 'C1', over: { out_biz_no: '' } }))
    expect(unnamed).toMatchObject({ is: 'refunded', refund: { refundNo: expect.stringMatching(/^\d{28}$/) } })
  })

  it('of what is no money are nothing for the ledger', async () => {
    const { bill } = await opened()
    for (const trade_status of ['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_PENDING'])
      expect(readNews(standins.alipay.notice(bill.orderNo, { over: { trade_status } }))).toEqual({ is: 'other' })
  })

  it('may be a day old, and no older', async () => {
    const { orderNo } = await paid()
    const notice = standins.alipay.notice(orderNo)
    now += 25 * 3_600_000
    expect(readNews(notice)).toMatchObject({ is: 'paid' })
    now += 2 * 3_600_000
    expect(() => readNews(notice)).toThrow(falseFor('late'))
  })

  it.each<[string, Parameters<Standins['alipay']['notice']>[1], Falsehood]>([
    ['a wrong signature', { isTrue: false }, 'signature'],
    ['SHA-1', { signType: 'RSA' }, 'signature'],
    ['SHA-1 under the right name', { signType: 'RSA', afterSigning: { sign_type: 'RSA2' } }, 'signature'],
    ['an unknown sort of signature', { afterSigning: { sign_type: 'XX' } }, 'signature'],
    ['no signature', { afterSigning: { sign: '' } }, 'signature'],
    ['no sort of signature', { afterSigning: { sign_type: '' } }, 'signature'],
    ['another amount', { afterSigning: { total_amount: '600.00' } }, 'signature'],
    ['another order', { afterSigning: { out_trade_no: 'T0' } }, 'signature'],
    ['one field more', { afterSigning: { refund_fee: '6.00' } }, 'signature'],
    ['another application', { over: { app_id: '2021000000000001' } }, 'application'],
    ['another merchant', { over: { seller_id: '2088000000000001' } }, 'merchant'],
    ['another currency', { over: { trans_currency: 'USD' } }, 'currency'],
    ['no time', { over: { notify_time: '' } }, 'shape'],
    ['an amount that is none', { over: { total_amount: '6.005' } }, 'shape'],
    ['a negative amount', { over: { total_amount: '-6.00' } }, 'shape'],
    ['an amount of nothing', { over: { total_amount: '0.00' } }, 'shape'],
    ['no order', { over: { out_trade_no: '' } }, 'shape'],
  ])('with %s are false', async (_what, falsified, why) => {
    const { orderNo } = await paid()
    expect(() => readNews(standins.alipay.notice(orderNo, falsified))).toThrow(falseFor(why))
  })

  it('of any other shape are false', () => {
    for (const body of ['', '{}', 'sign=x&sign_type=RSA2', '%', '__proto__=x&sign_type=RSA2&sign=AA=='])
      expect(() => readNews(body)).toThrow(falseFor('signature'))
  })
})

describe('a mini-program', () => {
  it('learns whose it is by its code, once', async () => {
    const code = standins.alipay.codeFor('小满')
    expect(await alipay().userIdOf(code)).toMatch(/^2088\d{12}$/)
    await expect(alipay().userIdOf(code)).rejects.toThrow(PlatformRefused)
    expect(await alipay().userIdOf(standins.alipay.codeFor('小满', { byOpenId: true }))).toMatch(/^o/)
  })

  it.each([false, true])('has a trade made for that person (an id of the application: %s)', async (byOpenId) => {
    const bill = billOf()
    const buyer = await alipay().userIdOf(standins.alipay.codeFor('老周', { byOpenId }))
    const tradeNo = await alipay().createTrade(bill, buyer)
    expect(await alipay().createTrade(bill, buyer)).toBe(tradeNo)
    standins.alipay.pay(bill.orderNo)
    await expect.poll(() => arrived.length).toBe(1)
    expect(readNews(arrived[0]!)).toMatchObject({ is: 'paid', payment: { transactionId: tradeNo, fen: 600 } })
  })
})

describe('the bill of a day', () => {
  it('has every payment and refund of that day in China', async () => {
    now = Date.parse('2026-07-01T15:59:00Z')
    const { orderNo } = await paid({ title: '18枚,时光胶囊', fen: 1800 })
    await alipay().refund({ orderNo, refundNo: 'R9', fen: 600, totalFen: 1800, reason: '退款' })
    const { transactionId } = (await paidPayment(orderNo))!
    now += 120_000
    await paid()
    expect(await alipay().billOf('2026-07-01')).toEqual([
      { is: 'paid', orderNo, transactionId, fen: 1800 },
      { is: 'refunded', orderNo, transactionId, fen: 600 },
    ])
    expect(await alipay().billOf('2026-07-02')).toHaveLength(1)
    expect(await alipay().billOf('2026-07-03')).toEqual([])
  })

  it('is fetched over https, and from this machine alone without', async () => {
    const { url, close } = await rewriting((text) => text.replace(/127\.0\.0\.1:\d+/, 'bills.example'), true)
    await paid()
    await expect(alipay({ url }).billOf(formatChina(now).slice(0, 10))).rejects.toThrow('not over https')
    await close()
  })
})

async function paidPayment(orderNo: string) {
  const standing = await alipay().ask(orderNo)
  return standing.is === 'paid' ? standing.payment : undefined
}
