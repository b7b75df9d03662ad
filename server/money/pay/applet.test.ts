import { afterAll, describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { CHANNEL_OFF, ORDER_STATE, PLATFORM_SILENT } from '#contract/pay.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { ask, get } from '#test/client.ts'
import { newCrowd } from '#test/crowd.ts'

const platforms = await startStandins()
afterAll(() => platforms.close())
const app = withApp(platforms.env)
const without = withApp()

const newMember = async () => (await newCrowd(app.services, 1))[0]!
const buyerOf = async (token: string, name: string) =>
  (await get(app.url, 'getAlipayUserId', { code: platforms.alipay.codeFor(name) }, { token })).user_id

describe('inside a mini-program at Alipay', () => {
  it('an order becomes a trade for its buyer, and is credited as any other', async () => {
    const { token } = await newMember()
    const buger_id = await buyerOf(token, '阿晚')
    expect(buger_id).toMatch(/^2088\d{12}$/)
    const { tradeNo, order_no } = await get(app.url, 'alipayFromApplet', { goods_id: '2', buger_id }, { token })
    expect(tradeNo).toMatch(/^\d{28}$/)
    platforms.alipay.pay(order_no, 'prompt')
    const state = async () => (await get(app.url, 'orderList', {}, { token })).orders.data[0]
    await expect.poll(state).toMatchObject({ order_no, channel: 'alipay', state: ORDER_STATE.paid })
    expect((await get(app.url, 'userInfo', {}, { token })).user.time_count).toBe(18)
  })

  it.each(['buger_id', 'buyer_id', 'buyer_open_id'])('the buyer may be named %s', async (name) => {
    const { token } = await newMember()
    const input = { goods_id: '1', [name]: await buyerOf(token, '小满') }
    expect((await get(app.url, 'alipayFromApplet', input as never, { token })).tradeNo).toBeTruthy()
  })

  it('the same key makes one order and one trade', async () => {
    const { token } = await newMember()
    const input = { goods_id: '1', buger_id: await buyerOf(token, '小满') }
    const once = () => get(app.url, 'alipayFromApplet', input, { token, key: 'applet' })
    expect(await once()).toEqual(await once())
    expect((await get(app.url, 'orderList', {}, { token })).orders.data).toHaveLength(1)
  })

  it('without a buyer, or with goods that are not sold, there is no order', async () => {
    const { token } = await newMember()
    expect(await ask(app.url, 'alipayFromApplet', { goods_id: '1' }, { token })).toMatchObject({
      code: CODE.badRequest,
    })
    const unknown = { goods_id: '99', buger_id: '2088000000000000' }
    expect(await ask(app.url, 'alipayFromApplet', unknown, { token })).toMatchObject({ code: CODE.missing })
    expect((await get(app.url, 'orderList', {}, { token })).orders.data).toEqual([])
  })

  it('a code that Alipay does not know is answered in words', async () => {
    const { token } = await newMember()
    const answer = await ask(app.url, 'getAlipayUserId', { code: 'of-nobody' }, { token })
    expect(answer).toMatchObject({ code: CODE.refused, message: PLATFORM_SILENT })
  })

  it('nothing is offered where Alipay is not set', async () => {
    const { token } = (await newCrowd(without.services, 1))[0]!
    const off = { code: CODE.refused, message: CHANNEL_OFF }
    expect(await ask(without.url, 'getAlipayUserId', { code: 'x' }, { token })).toMatchObject(off)
    const input = { goods_id: '1', buger_id: '2088000000000000' }
    expect(await ask(without.url, 'alipayFromApplet', input, { token })).toMatchObject(off)
  })
})
