import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { ORDER_STATE } from '#contract/pay.ts'
import { OPERATOR_WRONG } from '#contract/review.ts'
import { runCommand } from '#server/http/commands.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newCode } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { newDesk } from '#test/operator.ts'
import { type Channel, handsOf } from '#test/payments.ts'
import { askOpenOrders } from './askPlatform.ts'

const platforms = await startStandins()
afterAll(() => platforms.close())
const app = withApp(platforms.env)

const hands = handsOf(platforms)
const CHANNELS = ['wechat', 'alipay'] as const
const NOT_HEARD = { wechat: [400, '{"code":"FAIL","message":"验证失败"}'], alipay: [200, 'fail'] }

const newMember = async () => (await newCrowd(app.services, 1))[0]!
const order = async ({ token }: Member, channel: Channel, goods_id = '1', key?: string) =>
  get(app.url, hands[channel].call, { goods_id, trade_type: 'scan' }, { token, ...(key && { key }) })
const held = async ({ token }: Member) => (await get(app.url, 'userInfo', {}, { token })).user.time_count
const confirm = async ({ token }: Member) => (await ask(app.url, 'wxAndAliPaySuccess', {}, { token })).data
const orders = async ({ token }: Member) => (await get(app.url, 'orderList', {}, { token })).orders.data
const records = async ({ token }: Member) => (await get(app.url, 'capsuleRecords', {}, { token })).data
const credited = (member: Member, count: number) => expect.poll(() => held(member)).toBe(count)
const tell = (channel: Channel, message: { headers: Record<string, string>; body: string }) =>
  fetch(`${app.url}/api/notify/${channel}`, { method: 'POST', ...message })
const alarms = async (channel: Channel, why: string): Promise<number> => {
  const rows = app.services.db.selectFrom('payment_alarms').select('times')
  const found = await rows.where('channel', '=', channel).where('why', '=', why).execute()
  return found.reduce((total, { times }) => total + times, 0)
}
const askNow = async () => {
  await sql`update orders set next_ask_at = now() where next_ask_at is not null`.execute(app.services.db)
  await askOpenOrders(app.services, new AbortController().signal)
}

it('what can be bought has a count and a price, the store’s price beside it', async () => {
  const { token } = await newMember()
  const { list, channels } = await get(app.url, 'goodsList', {}, { token })
  expect(list.map(({ count, price, applePrice }) => [count, price, applePrice])).toEqual([
    [6, '6.00', '6.00'],
    [18, '18.00', '18.00'],
    [64, '60.00', '58.00'],
    [660, '600.00', '598.00'],
  ])
  expect(list.map(({ product_id }) => product_id)).toEqual(list.map(({ count }) => `time_capsuleX${count}`))
  expect(channels).toEqual(['alipay', 'wechat', 'apple'])
})

describe.each(CHANNELS)('an order paid by %s', (channel) => {
  const platform = hands[channel]

  it('is credited by the notification, and its record names the order', async () => {
    const member = await newMember()
    const made = await order(member, channel, '2')
    const { order_no } = made
    expect(await orders(member)).toMatchObject([{ order_no, count: 18, price: '18.00', state: 0, paid_at: '' }])
    expect(await confirm(member)).toBeNull()
    await platform.pay(made)
    await credited(member, 18)
    expect(await confirm(member)).toEqual({ order_no, count: 18 })
    expect(await orders(member)).toMatchObject([{ order_no, state: ORDER_STATE.paid, channel }])
    expect((await records(member))[0]).toMatchObject({ reason: '充值', count: 18, is_increase: 1 })
  })

  it('is credited once, though the notification comes 50 times at once, before and after the page has asked', async () => {
    const member = await newMember()
    const made = await order(member, channel)
    await platform.pay(made, 'lost')
    const message = platform.message(made)
    const all = [...Array.from({ length: 25 }, () => tell(channel, message)), confirm(member)]
    await Promise.all([...all, ...Array.from({ length: 25 }, () => tell(channel, message))])
    expect(await held(member)).toBe(6)
    expect((await tell(channel, message)).ok).toBe(true)
    expect(await held(member)).toBe(6)
  })

  it('is found by the page when the notification was lost, and by the job when nobody asks', async () => {
    const [asking, away] = await newCrowd(app.services, 2)
    const [first, second] = [await order(asking!, channel), await order(away!, channel, '3')]
    await platform.pay(first, 'lost')
    await platform.pay(second, 'lost')
    expect(await confirm(asking!)).toEqual({ order_no: first.order_no, count: 6 })
    await askNow()
    expect(await held(away!)).toBe(64)
    expect(await held(asking!)).toBe(6)
  })

  it('asks the platform at most once in three seconds', async () => {
    const member = await newMember()
    const made = await order(member, channel)
    expect(await confirm(member)).toBeNull()
    await platform.pay(made, 'lost')
    expect(await confirm(member)).toBeNull()
  })

  it('confirm is null while the newest order is unpaid, though an older one was credited meanwhile', async () => {
    const member = await newMember()
    const older = await order(member, channel)
    await order(member, channel)
    await platform.pay(older)
    await credited(member, 6)
    expect(await confirm(member)).toBeNull()
  })

  it('the same key makes one order', async () => {
    const member = await newMember()
    const [one, two] = [await order(member, channel, '1', 'same'), await order(member, channel, '1', 'same')]
    expect(two).toEqual(one)
    expect(await orders(member)).toHaveLength(1)
  })

  it('is closed after two hours, and money that arrives afterwards is credited all the same', async () => {
    const member = await newMember()
    const made = await order(member, channel)
    await sql`update orders set expires_at = now() where order_no = ${made.order_no}`.execute(app.services.db)
    await askNow()
    expect(await orders(member)).toMatchObject([{ state: ORDER_STATE.closed }])
    await platform.pay(made)
    await credited(member, 6)
    expect(await orders(member)).toMatchObject([{ state: ORDER_STATE.paid }])
  })

  it('a refund takes back what is there; the rest is owed and covered first by what is bought later', async () => {
    const member = await newMember()
    const made = await order(member, channel, '2')
    const { order_no } = made
    await platform.pay(made)
    await credited(member, 18)
    await get(app.url, 'changeCapsule', { type: 1, price: 10 }, { token: member.token })
    expect(await runCommand(app.services, ['refund', 'order', order_no])).toContain('尚欠 10 个')
    expect(await held(member)).toBe(0)
    expect(await orders(member)).toMatchObject([{ state: ORDER_STATE.refunded }])
    expect(await runCommand(app.services, ['refund', 'order', order_no])).toContain('已经退款')
    // The platform tells of it as well.
    platform.refunded(made, 1800)
    const small = await order(member, channel)
    await platform.pay(small)
    await expect.poll(async () => (await orders(member))[0]!.state).toBe(ORDER_STATE.paid)
    expect(await held(member)).toBe(0)
    const next = await order(member, channel)
    await platform.pay(next)
    await credited(member, 2)
    const told = (await records(member)).map(({ reason, count, is_increase }) => [reason, is_increase ? count : -count])
    expect(told).toContainEqual(['退款', -8])
    expect(told).toContainEqual(['抵扣已退款的订单', -6])
    expect(told).toContainEqual(['抵扣已退款的订单', -4])
    const sum = (await records(member))
      .filter(({ capsule_type }) => capsule_type === 0)
      .reduce((total, { count, is_increase }) => total + (is_increase ? count : -count), 0)
    expect(sum).toBe(await held(member))
  })

  it('money that comes after the account was closed is given back at the platform', async () => {
    const member = await newMember()
    const made = await order(member, channel)
    const captcha = await newCode(app.url, member.tel, { token: member.token })
    await get(app.url, 'cancelAccount', { captcha }, { token: member.token })
    await platform.pay(made)
    const state = () =>
      app.services.db
        .selectFrom('orders')
        .select(['state', 'give_back'])
        .where('order_no', '=', made.order_no)
        .executeTakeFirst()
    await expect.poll(state).toMatchObject({ state: ORDER_STATE.paid, give_back: true })
    await askNow()
    expect(await state()).toMatchObject({ state: ORDER_STATE.refunded })
  })
})

it('a refund at the desk takes password and code again, and without them nothing goes back', async () => {
  const member = await newMember()
  const made = await order(member, 'wechat')
  await hands.wechat.pay(made)
  await credited(member, 6)
  const { token, password, codeAt } = await newDesk(app.url, app.services, ['money'])
  const { order_no } = made
  const totp = codeAt(app.services.now().getTime() + 30_000)
  const refund = (proof: object) =>
    ask(app.url, 'deskRefund', { order_no, reason: '重复购买', ...proof } as never, { token })
  for (const unproved of [{}, { password }, { totp }])
    expect(await refund(unproved)).toMatchObject({ code: CODE.badRequest })
  for (const wrong of [
    { password: `${password}x`, totp },
    { password, totp: totp === '000000' ? '111111' : '000000' },
  ])
    expect(await refund(wrong)).toMatchObject({ code: CODE.refused, message: OPERATOR_WRONG })
  expect(await orders(member)).toMatchObject([{ state: ORDER_STATE.paid }])
  expect(await held(member)).toBe(6)
  expect(await refund({ password, totp })).toMatchObject({ code: CODE.ok })
  expect(await orders(member)).toMatchObject([{ state: ORDER_STATE.refunded }])
  expect(await held(member)).toBe(0)
  expect(await refund({ password, totp })).toMatchObject({ code: CODE.refused, message: OPERATOR_WRONG })
})

describe('a notification of Alipay in GBK', () => {
  const inGbk = (order_no: string, falsified: object = {}) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=GBK' },
    body: platforms.alipay.notice(order_no, { over: { charset: 'GBK' }, ...falsified }),
  })

  it('is verified over its bytes, and credited', async () => {
    const member = await newMember()
    const made = await order(member, 'alipay', '2')
    await hands.alipay.pay(made, 'lost')
    const message = inGbk(made.order_no)
    expect(message.body).toContain('subject=18%B8%F6%CA%B1%B9%E2%BD%BA%C4%D2')
    for (let times = 0; times < 2; times++) expect(await (await tell('alipay', message)).text()).toBe('success')
    expect(await held(member)).toBe(18)
  })

  it('is false where a byte of it is another, or its signature is over another spelling', async () => {
    const member = await newMember()
    const made = await order(member, 'alipay')
    await hands.alipay.pay(made, 'lost')
    const { headers, body } = inGbk(made.order_no)
    const otherByte = body.replace('%B8%F6', '%B8%F7')
    const otherSpelling = body.replace(/subject=[^&]*/, `subject=${encodeURIComponent('6个时光胶囊')}`)
    for (const wrong of [otherByte, otherSpelling, inGbk(made.order_no, { isTrue: false }).body]) {
      expect(wrong).not.toBe(body)
      expect(await (await tell('alipay', { headers, body: wrong })).text()).toBe('fail')
    }
    expect(await held(member)).toBe(0)
  })
})

describe.each(CHANNELS)('a falsehood of %s credits nothing and raises an alarm:', (channel) => {
  const platform = hands[channel]

  it.each([
    ['another amount', { fen: 1 }, 'amount'],
    ['another application', { appId: 'sandbox-other' }, 'application'],
    ['another merchant', { merchantId: 'sandbox-other' }, 'merchant'],
    ['another currency', { currency: 'USD' }, 'currency'],
    ['a wrong signature', { isTrue: false }, 'signature'],
  ] as const)('%s', async (_what, wish, why) => {
    const member = await newMember()
    const made = await order(member, channel)
    await platform.pay(made, 'lost')
    const before = await alarms(channel, why)
    const answer = await tell(channel, platform.message(made, wish))
    expect(answer.ok && (await answer.text()) !== 'fail').toBe(false)
    expect(await held(member)).toBe(0)
    expect(await alarms(channel, why)).toBe(before + 1)
    const figures = await (await fetch(`${app.url}/metrics`)).text()
    expect(figures).toMatch(/^payment_alarms [1-9]/m)
  })

  it('the transaction number that another order has, also when both come at once', async () => {
    const member = await newMember()
    const [first, second, third] = [
      await order(member, channel),
      await order(member, channel),
      await order(member, channel),
    ]
    for (const each of [first, second, third]) await platform.pay(each, 'lost')
    const before = await alarms(channel, 'number elsewhere')
    expect((await tell(channel, platform.message(first))).ok).toBe(true)
    const { transaction_id } = await app.services.db
      .selectFrom('orders')
      .select('transaction_id')
      .where('order_no', '=', first.order_no)
      .executeTakeFirstOrThrow()
    const again = await tell(channel, platform.message(second, { transactionId: transaction_id! }))
    expect([again.status, await again.text()]).toEqual(NOT_HEARD[channel])
    expect(await held(member)).toBe(6)
    const both = [second, third].map((each) =>
      platform.message(each, { transactionId: `${transaction_id!.slice(0, -4)}both` }),
    )
    await Promise.all(both.map((message) => tell(channel, message)))
    expect(await held(member)).toBe(12)
    expect(await alarms(channel, 'number elsewhere')).toBe(before + 2)
  })

  it('an order that nobody knows', async () => {
    const member = await newMember()
    const made = await order(member, channel)
    await platform.pay(made, 'lost')
    await sql`delete from orders where order_no = ${made.order_no}`.execute(app.services.db)
    await tell(channel, platform.message(made))
    expect(await alarms(channel, 'unknown order')).toBe(1)
    expect(await held(member)).toBe(0)
  })
})

it.each([
  [{ goods_id: '9', trade_type: 'scan' }, CODE.missing],
  [{ goods_id: '1', trade_type: 'other' }, CODE.badRequest],
  [{ goods_id: 1, trade_type: 'scan' }, CODE.badRequest],
])('%j is no order', async (input, code) => {
  const member = await newMember()
  expect(await ask(app.url, 'wxPay', input as never, { token: member.token })).toMatchObject({ code })
  expect(await orders(member)).toEqual([])
})
