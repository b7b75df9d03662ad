import { afterAll, describe, expect, it, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { CHANNEL_OFF, ORDER_STATE, PLATFORM_SILENT, PURCHASE_ELSEWHERE, PURCHASE_FALSE } from '#contract/pay.ts'
import { chinaDay } from '#contract/time.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newCode } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { askOpenOrders } from './askPlatform.ts'
import { compareNotifications } from './compare.ts'

const platforms = await startStandins()
afterAll(() => platforms.close())
const app = withApp(platforms.env)
const without = withApp()
const { apple } = platforms

const X6 = 'time_capsuleX6'
const X64 = 'time_capsuleX64'
const newMember = async () => (await newCrowd(app.services, 1))[0]!
const userOf = async ({ token }: Member) => (await get(app.url, 'userInfo', {}, { token })).user
const held = async (member: Member) => (await userOf(member)).time_count
const orders = async ({ token }: Member) => (await get(app.url, 'orderList', {}, { token })).orders.data
const PRICE: Record<string, number> = { [X6]: 6_000, [X64]: 58_000 }
const buy = async (member: Member, productId: string = X6, over: object = {}) => {
  const { apple_account_token: accountToken } = await userOf(member)
  return apple.buy({ productId, accountToken, price: PRICE[productId]!, ...over })
}
const hand = ({ token }: Member, transaction: string, product_id = X6) =>
  ask(app.url, 'applePaySuccess', { product_id, transaction }, { token })
/** As Apple sends it: without a sign-in. */
const notify = (signedPayload: string) =>
  fetch(`${app.url}/api/notify/apple`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signedPayload }),
  })
const alarms = async (why: string): Promise<number> => {
  const rows = app.services.db.selectFrom('payment_alarms').select('times').where('channel', '=', 'apple')
  return (await rows.where('why', '=', why).execute()).reduce((total, { times }) => total + times, 0)
}

/** As when the server ends between making the order and crediting it. */
const leftBehind = async (member: Member, transactionId: string) => {
  const about = { channel: 'apple', goods_id: 1, goods_version: 1, count: 6, fen: 600 } as const
  await app.services.db
    .insertInto('orders')
    .values({
      ...about,
      order_no: `A${transactionId}`,
      user_id: Number(member.id),
      expires_at: new Date(Date.now() + 60_000),
      next_ask_at: new Date(),
    })
    .execute()
}

describe('what was bought in the App Store', () => {
  it('is credited by the application’s transaction, once though it is handed over twice, and has its order', async () => {
    const member = await newMember()
    const { transactionId, jws } = await buy(member, X64)
    const bought = { code: CODE.ok, data: { order_no: `A${transactionId}`, count: 64 } }
    expect(await hand(member, jws, X64)).toMatchObject(bought)
    expect(await hand(member, jws, X64)).toMatchObject(bought)
    expect(await held(member)).toBe(64)
    expect(await orders(member)).toMatchObject([
      { order_no: `A${transactionId}`, channel: 'apple', price: '58.00', count: 64, state: ORDER_STATE.paid },
    ])
    const { data } = await get(app.url, 'capsuleRecords', {}, { token: member.token })
    expect(data[0]).toMatchObject({ reason: '充值', count: 64, is_increase: 1 })
  })

  it('is credited once, though the application and Apple bring it 20 times at once', async () => {
    const member = await newMember()
    const { transactionId, jws } = await buy(member)
    const told = apple.notification('ONE_TIME_CHARGE', transactionId)
    const all = Array.from({ length: 20 }, (_, at) => (at % 2 ? hand(member, jws) : notify(told)))
    await Promise.all(all)
    expect(await held(member)).toBe(6)
    expect(await orders(member)).toHaveLength(1)
  })

  it('is credited by Apple’s notification alone, when the application was killed', async () => {
    const member = await newMember()
    const { transactionId } = await buy(member)
    expect((await notify(apple.notification('ONE_TIME_CHARGE', transactionId))).status).toBe(200)
    expect(await held(member)).toBe(6)
  })

  it('is credited as often as it was bought in one purchase', async () => {
    const member = await newMember()
    const { jws } = await buy(member, X6, { quantity: 3 })
    await hand(member, jws)
    expect(await held(member)).toBe(18)
  })

  it('is credited by the job, when the server ended between order and crediting', async () => {
    const member = await newMember()
    await leftBehind(member, (await buy(member)).transactionId)
    await askOpenOrders(app.services, new AbortController().signal)
    expect(await held(member)).toBe(6)
  })

  it('is closed, and nobody alarmed, when it was left like that and Apple gave the money back', async () => {
    const member = await newMember()
    const { transactionId } = await buy(member)
    await leftBehind(member, transactionId)
    apple.refund(transactionId)
    await askOpenOrders(app.services, new AbortController().signal)
    expect(await orders(member)).toMatchObject([{ state: ORDER_STATE.closed }])
    expect((await notify(apple.notification('REFUND', transactionId))).status).toBe(200)
    expect(await alarms('refund of what was not paid')).toBe(0)
    expect(await held(member)).toBe(0)
  })

  it('is found in the history of the day, when the application and the notification were lost', async () => {
    const member = await newMember()
    const { transactionId } = await buy(member)
    apple.notification('ONE_TIME_CHARGE', transactionId)
    await compareNotifications(app.services, chinaDay(Date.now()))
    expect(await held(member)).toBe(6)
  })

  it('is taken back when Apple gives the money back; what was spent is owed and covered by what is bought next', async () => {
    const member = await newMember()
    const { transactionId, jws } = await buy(member)
    await hand(member, jws)
    await get(app.url, 'changeCapsule', { type: 1, price: 4 }, { token: member.token })
    apple.refund(transactionId)
    const refund = apple.notification('REFUND', transactionId)
    expect((await notify(refund)).status).toBe(200)
    expect((await notify(refund)).status).toBe(200)
    expect(await orders(member)).toMatchObject([{ state: ORDER_STATE.refunded, owed: 4 }])
    expect(await held(member)).toBe(0)
    await hand(member, (await buy(member)).jws)
    expect(await held(member)).toBe(2)
    expect(await hand(member, jws)).toMatchObject({ code: CODE.refused })
    expect(await held(member)).toBe(2)
  })

  it('is not credited any more once Apple gave the money back, whatever was signed before', async () => {
    const member = await newMember()
    const { transactionId, jws } = await buy(member)
    apple.refund(transactionId)
    expect(await hand(member, jws)).toMatchObject({ code: CODE.refused, message: PURCHASE_FALSE })
    expect((await notify(apple.notification('REFUND', transactionId))).status).toBe(200)
    expect(await held(member)).toBe(0)
    expect(await orders(member)).toEqual([])
  })

  it('for an account that was closed meanwhile is booked away again, and the operator is told', async () => {
    const member = await newMember()
    const { transactionId } = await buy(member)
    const captcha = await newCode(app.url, member.tel, { token: member.token })
    await get(app.url, 'cancelAccount', { captcha }, { token: member.token })
    expect((await notify(apple.notification('ONE_TIME_CHARGE', transactionId))).status).toBe(200)
    expect(await alarms('account closed')).toBe(1)
    const kept = app.services.db.selectFrom('orders').select(['state', 'give_back', 'next_ask_at'])
    expect(await kept.where('order_no', '=', `A${transactionId}`).executeTakeFirst()).toEqual({
      state: ORDER_STATE.paid,
      give_back: true,
      next_ask_at: null,
    })
  })
})

describe('Apple’s other notifications', () => {
  it('are answered and change nothing', async () => {
    const { jws, transactionId } = await buy(await newMember())
    expect(jws).toBeTruthy()
    for (const type of ['TEST', 'CONSUMPTION_REQUEST'] as const)
      expect((await notify(apple.notification(type, transactionId))).status).toBe(200)
  })

  it('of a refund that was taken back are the operator’s to look at', async () => {
    const member = await newMember()
    const { jws, transactionId } = await buy(member)
    await hand(member, jws)
    expect((await notify(apple.notification('REFUND_REVERSED', transactionId))).status).toBe(200)
    expect(await alarms('refund reversed')).toBe(1)
    expect(await held(member)).toBe(6)
  })
})

describe('a falsehood credits nothing and raises an alarm:', () => {
  it.each([
    ['alg none', { alg: 'none' }],
    ['a foreign root', { chain: 'foreign root' }],
    ['a foreign leaf below our root', { chain: 'foreign leaf' }],
    ['an edited payload', { edit: (payload: object) => ({ ...payload, productId: X64 }) }],
  ] as const)('%s', async (_what, lie) => {
    const member = await newMember()
    const before = await alarms('signature')
    const { transactionId } = await buy(member)
    const { apple_account_token: appAccountToken } = await userOf(member)
    const told = { transactionId, productId: X6, appAccountToken, bundleId: 'sandbox.time.capsule' }
    expect(await hand(member, apple.signed(told, lie))).toMatchObject({ code: CODE.refused, message: PURCHASE_FALSE })
    expect((await notify(apple.notification('ONE_TIME_CHARGE', transactionId, lie))).status).toBe(400)
    expect(await held(member)).toBe(0)
    expect(await alarms('signature')).toBe(before + 2)
  })

  it.each([
    ['another application', { bundleId: 'sandbox.other' }, 'application'],
    ['a purchase in the sandbox, in production', { environment: 'Sandbox' }, 'environment'],
    ['a subscription', { type: 'Auto-Renewable Subscription' }, 'shape'],
  ])('%s', async (_what, over, why) => {
    const member = await newMember()
    const before = await alarms(why)
    const { jws } = await buy(member, X6, over)
    expect(await hand(member, jws)).toMatchObject({ code: CODE.refused, message: PURCHASE_FALSE })
    expect(await held(member)).toBe(0)
    expect(await alarms(why)).toBe(before + 1)
  })

  it.each([
    ['a price that is not ours', { price: 1_000 }],
    ['another currency', { currency: 'USD' }],
  ])('%s', async (_what, over) => {
    const member = await newMember()
    const before = await alarms('amount')
    const { jws } = await buy(member, X6, over)
    expect(await hand(member, jws)).toMatchObject({ code: CODE.refused })
    expect(await alarms('amount')).toBe(before + 1)
    expect(await orders(member)).toEqual([])
  })

  it('another product than was signed', async () => {
    const member = await newMember()
    const { jws } = await buy(member)
    expect(await hand(member, jws, X64)).toMatchObject({ code: CODE.refused })
    expect(await held(member)).toBe(0)
  })

  it('a notification that Apple has not signed is not answered as heard', async () => {
    const before = await alarms('signature')
    expect((await notify('a.b.c')).status).toBe(400)
    expect(await alarms('signature')).toBe(before + 1)
  })

  it('a purchase without an account of ours', async () => {
    const before = await alarms('account')
    const { transactionId } = apple.buy({ productId: X6 })
    expect((await notify(apple.notification('ONE_TIME_CHARGE', transactionId))).status).toBe(400)
    expect(await alarms('account')).toBe(before + 1)
  })
})

it('what somebody else has bought is theirs, and is credited to them alone', async () => {
  const [buyer, other] = (await newCrowd(app.services, 2)) as [Member, Member]
  const { jws } = await buy(buyer)
  expect(await hand(other, jws)).toMatchObject({ code: CODE.refused, message: PURCHASE_ELSEWHERE })
  expect([await held(other), await held(buyer)]).toEqual([0, 0])
  await hand(buyer, jws)
  expect([await held(other), await held(buyer)]).toEqual([0, 6])
})

it('without a sign-in a transaction is nobody’s', async () => {
  const { jws } = await buy(await newMember())
  const answer = await ask(app.url, 'applePaySuccess', { product_id: X6, transaction: jws }, {})
  expect(answer).toMatchObject({ code: CODE.noToken })
})

it('while Apple does not answer nothing is credited, and everybody may come again', async () => {
  const member = await newMember()
  const { transactionId, jws } = await buy(member)
  const { fetch } = globalThis
  const away = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (String(address).startsWith(platforms.url)) throw new TypeError('fetch failed')
    return fetch(address, init)
  })
  expect(await hand(member, jws)).toMatchObject({ code: CODE.refused, message: PLATFORM_SILENT })
  expect((await notify(apple.notification('ONE_TIME_CHARGE', transactionId))).status).toBe(503)
  away.mockRestore()
  expect(await hand(member, jws)).toMatchObject({ code: CODE.ok })
  expect(await held(member)).toBe(6)
})

it('nothing is offered where the App Store is not set', async () => {
  const [{ token }] = (await newCrowd(without.services, 1)) as [Member]
  const answer = await ask(without.url, 'applePaySuccess', { product_id: X6, transaction: 'x' }, { token })
  expect(answer).toMatchObject({ code: CODE.refused, message: CHANNEL_OFF })
  expect((await get(without.url, 'goodsList', {}, { token })).channels).toEqual([])
})
