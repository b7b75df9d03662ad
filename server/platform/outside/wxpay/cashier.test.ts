import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { Bill, News } from '#server/platform/outside/payment.ts'
import { listen } from '#standins/http.ts'
import { startStandins } from '#standins/platforms.ts'
import { makeWxpay } from './wxpay.ts'

const RETURN_URL = 'https://capsule.example/api/pay/return?order=1'
const HOUR_MS = 3_600_000

let at = Date.now()
const standins = await startStandins({ now: () => at })
const config = readConfig({ NODE_ENV: 'test', ...standins.env }).wxpay!
const wxpay = makeWxpay(config, () => new Date(at))
/** The notifications that came to our door, as it would read them. */
const heard: (News | 'false')[] = []
const door = await listen(async (request, response) => {
  const body = await buffer(request)
  heard.push(understood(() => wxpay.readNews(request.headers, body)))
  response.writeHead(204).end()
})
afterAll(() => Promise.all([door.close(), standins.close()]))
beforeEach(() => {
  at = Date.now()
  heard.length = 0
})

function understood(read: () => News): News | 'false' {
  try {
    return read()
  } catch {
    return 'false'
  }
}

let made = 0
async function begun(tradeType: Bill['tradeType']) {
  const bill = {
    orderNo: `cash-${++made}`,
    title: '时光胶囊 <6> 个',
    fen: 60_000,
    expiresAt: new Date(at + HOUR_MS),
    tradeType,
    payerAddress: '127.0.0.1',
    notifyUrl: `${door.url}/api/notify/wxpay`,
    returnUrl: RETURN_URL,
  }
  const url = await wxpay.begin(bill)
  return { ...bill, page: tradeType === 'scan' ? standins.wxpayCashier(url) : url }
}
const decide = (page: string, form: Record<string, string>) =>
  fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })
const paid = (orderNo: string) => ({ is: 'paid', payment: expect.objectContaining({ orderNo, fen: 60_000 }) })

test('the cashier is marked 「沙箱」 and says what is paid for and how much', async () => {
  for (const tradeType of ['scan', 'h5'] as const) {
    const html = await (await fetch((await begun(tradeType)).page)).text()
    for (const text of ['微信支付收银台', '「沙箱」', '时光胶囊 &lt;6&gt; 个', '¥600.00', '支付', '取消'])
      expect(html).toContain(text)
  }
})

test('who pays in a browser is led back, and the news of it arrives signed', async () => {
  const { page, orderNo } = await begun('h5')
  const answer = await decide(page, { decision: 'pay', news: 'prompt' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, RETURN_URL])
  await expect.poll(() => heard).toEqual([paid(orderNo)])
  expect(await wxpay.ask(orderNo)).toMatchObject({ is: 'paid' })
})

test('who cancels is led back all the same, and nothing is paid', async () => {
  const { page, orderNo } = await begun('h5')
  expect((await decide(page, { decision: 'cancel' })).headers.get('location')).toBe(RETURN_URL)
  expect(await wxpay.ask(orderNo)).toEqual({ is: 'open' })
})

test('who pays by a code is told that it is done, and can pay once', async () => {
  const { page, orderNo } = await begun('scan')
  expect(await (await decide(page, { decision: 'pay', news: 'twice' })).text()).toContain('支付成功')
  await expect.poll(() => heard).toEqual([paid(orderNo), paid(orderNo)])
  for (const answer of [await fetch(page), await decide(page, { decision: 'pay' })])
    expect(await answer.text()).toContain('这笔订单已经支付')
})

test('news get lost and are forged, and asking finds the truth', async () => {
  for (const [news, arrived] of [
    ['false', ['false']],
    ['lost', []],
  ] as const) {
    heard.length = 0
    const { page, orderNo } = await begun('scan')
    await decide(page, { decision: 'pay', news })
    await expect.poll(() => heard).toEqual(arrived)
    expect(await wxpay.ask(orderNo)).toMatchObject({ is: 'paid' })
  }
})

test('nobody pays what is closed, over or not there', async () => {
  const closed = await begun('scan')
  await wxpay.close(closed.orderNo)
  const over = await begun('scan')
  at += HOUR_MS
  for (const [page, why] of [
    [closed.page, '已经关闭'],
    [over.page, '已经过期'],
    [`${closed.page}0`, '没有这笔订单'],
  ] as const)
    expect(await (await decide(page, { decision: 'pay' })).text()).toContain(why)
  expect(await wxpay.ask(over.orderNo)).toEqual({ is: 'open' })
})

test('money that comes after the closing is news like any other, and so is money that goes back', async () => {
  const { orderNo } = await begun('scan')
  await wxpay.close(orderNo)
  standins.wxpay.pay(orderNo)
  await expect.poll(() => heard).toEqual([paid(orderNo)])
  standins.wxpay.refunded({ orderNo, refundNo: `back-${orderNo}`, fen: 60_000 })
  const refund = { orderNo, refundNo: `back-${orderNo}`, fen: 60_000 }
  await expect.poll(() => heard).toEqual([paid(orderNo), { is: 'refunded', refund }])
})
