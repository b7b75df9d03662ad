import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { ORDER_STATE } from '#contract/pay.ts'
import { addDays, chinaDay } from '#contract/time.ts'
import { runCommand } from '#server/http/commands.ts'
import { compareBill } from '#server/money/pay/compare.ts'
import { platformsOf } from '#server/money/pay/platforms.ts'
import { accountTokenOf } from '#server/people/account/appleAccount.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { ask, get } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { give } from '#test/grants.ts'
import { type Channel, handsOf } from '#test/payments.ts'
import { rounds } from '#test/thorough.ts'

const WORDS = ['--confirm', '停止运营']
const CHANNELS = ['wechat', 'alipay'] as const
const HISTORIES = rounds(60, 8)

let shiftMs = 0
const now = () => Date.now() + shiftMs
const platforms = await startStandins({ now })
afterAll(() => platforms.close())
const app = withApp({ ...platforms.env, LOG_LEVEL: 'silent' })
const hands = handsOf(platforms)
const run = async <T>(text: TemplateStringsArray, ...values: unknown[]): Promise<T[]> =>
  (await sql<T>(text, ...values).execute(app.services.db)).rows
const typed = (...args: string[]) => runCommand(app.services, ['sunset', 'refund', ...args])
/** Its first day is over, or not yet: then there is still something to buy. */
async function announced(ago: '1 second' | '-1 hour') {
  await run`update sunset set tells_from = now() - ${ago}::interval`
  app.services.ending.forget()
}
async function refund(...args: string[]) {
  await announced('1 second')
  return typed(...args)
}

beforeAll(() => {
  app.services.now = () => new Date(now())
})
beforeEach(async () => {
  await run`delete from sunset`
  await run`insert into sunset (ends_on) values (current_date + 180)`
})
afterEach(() => {
  vi.restoreAllMocks()
  shiftMs = 0
})

type Bought = { orderNo: string; channel: Channel | 'apple'; count: number; fen: number; paidAt: number }

async function buy({ token }: Member, channel: Channel, goods_id: string): Promise<Bought> {
  await announced('-1 hour')
  const made = await get(app.url, hands[channel].call, { goods_id, trade_type: 'scan' }, { token })
  await hands[channel].pay(made, 'lost')
  await get(app.url, 'wxAndAliPaySuccess', {}, { token })
  return soldAs(made.order_no)
}

async function buyFromApple({ id, token }: Member): Promise<Bought> {
  await announced('-1 hour')
  const wish = { productId: 'time_capsuleX6', accountToken: accountTokenOf(Number(id)) }
  const { jws } = platforms.apple.buy(wish)
  const input = { product_id: wish.productId, transaction: jws }
  const { order_no } = await get(app.url, 'applePaySuccess', input, { token })
  return soldAs(order_no!)
}

async function soldAs(orderNo: string): Promise<Bought> {
  const [order] = await run<Omit<Bought, 'orderNo'>>`
    select channel, count, fen, floor(extract(epoch from paid_at) * 1000)::bigint as "paidAt"
    from orders where order_no = ${orderNo} and state = ${ORDER_STATE.paid}`
  return { orderNo, ...order! }
}

/** As if it had been paid so long ago. */
async function longAgo(bought: Bought, days: number): Promise<void> {
  bought.paidAt -= days * 86_400_000
  await run`update orders set paid_at = paid_at - make_interval(days => ${days}) where order_no = ${bought.orderNo}`
}

const spendOf = ({ token }: Member, price: number) =>
  ask(app.url, 'changeCapsule', { type: 1, price }, { token, key: randomUUID() })
const balanceOf = async ({ token }: Member): Promise<number> =>
  (await get(app.url, 'userInfo', {}, { token })).user.time_count

/** Refunds by order, as the stand-ins' bills of today say. */
async function billed(): Promise<Map<string, number[]>> {
  const today = chinaDay(Date.now())
  const back = new Map<string, number[]>()
  await tomorrow(async () => {
    for (const channel of CHANNELS)
      for (const { is, orderNo, fen } of await platformsOf(app.services)[channel]!.billOf(today))
        if (is === 'refunded') back.set(orderNo, [...(back.get(orderNo) ?? []), fen])
  })
  return back
}
async function tomorrow(work: () => Promise<void>): Promise<void> {
  shiftMs = Number(addDays(0, 1))
  await work().finally(() => {
    shiftMs = 0
  })
}

const noted = (orderNo: string) =>
  run<{ count: number; fen: number; isDone: boolean; why: string | null; state: number }>`
    select g.count, g.fen, g.done_at is not null as "isDone", g.why, o.state
    from given_back g join orders o on o.id = g.order_id where o.order_no = ${orderNo}`

/** The rule once more: what was free is spent first, then the oldest purchase. */
function expected(purchases: readonly Bought[], balance: number) {
  let left = balance
  const newestFirst = purchases.toReversed().sort((one, other) => other.paidAt - one.paidAt)
  return newestFirst.flatMap(({ orderNo, channel, count, fen }) => {
    const unspent = Math.min(count, left)
    left -= unspent
    return unspent > 0 ? [{ orderNo, channel, count: unspent, fen: Math.ceil((fen * unspent) / count) }] : []
  })
}

it('nothing goes back before the first day after the announcement is over', async () => {
  await expect(typed(...WORDS)).rejects.toThrow('公告还不满一天')
  await run`delete from sunset`
  await expect(typed(...WORDS)).rejects.toThrow('还没有公告')
  await expect(typed('--confirm', '好的')).rejects.toThrow('用法')
})

it('the plan tells counts and sums and changes nothing', async () => {
  const [me] = (await newCrowd(app.services, 1)) as [Member]
  await give(app.services, Number(me.id), [{ kind: 'time', amount: 3 }])
  const { orderNo } = await buy(me, 'wechat', '2')
  await spendOf(me, 4)
  expect(await refund()).toContain('微信：1笔，17个，17.00元')
  expect(await balanceOf(me)).toBe(17)
  expect(await noted(orderNo)).toEqual([])
  await refund(...WORDS)
  expect(await refund()).not.toContain('笔')
})

it('a part of a package goes back by its share, rounded up, and neither order, bill nor a second refund takes it again', async () => {
  const [me] = (await newCrowd(app.services, 1)) as [Member]
  const { orderNo } = await buy(me, 'alipay', '3')
  await spendOf(me, 1)
  expect(await refund(...WORDS)).toContain('退还 1 笔，59.07元')
  expect(await balanceOf(me)).toBe(0)
  expect(await noted(orderNo)).toEqual([{ count: 63, fen: 5907, isDone: true, why: null, state: ORDER_STATE.refunded }])
  const { data } = await get(app.url, 'capsuleRecords', {}, me)
  expect(data.map(({ reason }) => reason)).toContain('停止运营退款')
  expect(await runCommand(app.services, ['refund', 'order', orderNo])).toContain('已经退款')
  await tomorrow(() => compareBill(app.services, 'alipay', chinaDay(Date.now() - shiftMs)))
  expect(await run`select why from payment_alarms where order_no = ${orderNo} and ended_at is null`).toEqual([])
})

it('a platform that refuses, one that is too old and the App Store come as a list with names and amounts', async () => {
  const [me] = (await newCrowd(app.services, 1)) as [Member]
  await run`update users set nickname = '=小满,"' where id = ${me.id}`
  const [apple, old, refused] = [await buyFromApple(me), await buy(me, 'wechat', '1'), await buy(me, 'alipay', '1')]
  await longAgo(old, 366)
  // In the console, and the news of it are lost.
  platforms.alipay.refund(refused.orderNo, { fen: 100, refundNo: 'C1' }, 'lost')
  expect(await refund(...WORDS)).toContain('平台退不了的 3 笔，18.00元')
  expect(await refund(...WORDS)).toContain('这次没有退还')
  const lines = (await refund('--list')).trim().split('\r\n').slice(1)
  for (const [{ orderNo }, why] of [
    [apple, '只有 App Store 能退'],
    [old, '支付已超过 365 天'],
    [refused, 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL'],
  ] as const) {
    const line = lines.find((line) => line.startsWith(`"${orderNo}"`))
    expect(line).toContain(`"'=小满,""","${me.tel}",6,"6.00"`)
    expect(line).toContain(why)
    await expect(runCommand(app.services, ['refund', 'order', orderNo])).rejects.toThrow('按停止运营退还')
  }
  await refund('--paid', old.orderNo, ...WORDS)
  await expect(refund('--paid', old.orderNo, ...WORDS)).rejects.toThrow('名单里没有订单')
  expect(await refund('--list')).not.toContain(old.orderNo)
  const [act] = await run`select act, note from operator_acts where target = ${old.orderNo}`
  expect(act).toEqual({ act: 'paidByHand', note: '6个，6.00元' })
  expect(await balanceOf(me)).toBe(0)
  await run`delete from payment_alarms`
})

it('owed capsules count as spent, and a platform that is silent is asked again the next time', async () => {
  const [me] = (await newCrowd(app.services, 1)) as [Member]
  const [first, second] = [await buy(me, 'wechat', '1'), await buy(me, 'wechat', '2')]
  await spendOf(me, 24)
  await runCommand(app.services, ['refund', 'order', first.orderNo])
  await give(app.services, Number(me.id), [{ kind: 'time', amount: 8 }])
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
    const answer = await send(...asked)
    if (String(asked[0]).includes('/refund/')) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
    return answer
  })
  expect(await refund(...WORDS)).toContain('还有 1 笔平台没有回应')
  expect(await noted(second.orderNo)).toMatchObject([{ count: 2, fen: 200, isDone: false }])
  vi.restoreAllMocks()
  expect(await refund(...WORDS)).toContain('退还 1 笔，2.00元')
  expect((await billed()).get(second.orderNo)).toEqual([200])
  expect(await balanceOf(me)).toBe(6)
})

const steps = fc.record({
  act: fc.constantFrom('free', 'buy', 'buy', 'spend', 'spend', 'gift', 'apple', 'old'),
  who: fc.nat(2),
  to: fc.nat(2),
  channel: fc.constantFrom(...CHANNELS),
  goods: fc.constantFrom('1', '2', '3'),
  amount: fc.integer({ min: 1, max: 40 }),
})
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never
type Walker = Member & { bought: Bought[]; balance: number }

async function go(people: Walker[], { act, who, to, channel, goods, amount }: Step): Promise<void> {
  const [me, other] = [people[who]!, people[to]!]
  const add = (bought: Bought) => {
    me.bought.push(bought)
    me.balance += bought.count
  }
  if (act === 'free') {
    await give(app.services, Number(me.id), [{ kind: 'time', amount }])
    me.balance += amount
  }
  if (act === 'buy') add(await buy(me, channel, goods))
  if (act === 'apple') add(await buyFromApple(me))
  if (act === 'old' && me.bought.length > 0) await longAgo(me.bought[amount % me.bought.length]!, 300)
  if (act === 'spend' && (await spendOf(me, amount)).code === CODE.ok) me.balance -= amount
  if (act !== 'gift' || me === other) return
  const gift = { time: amount, diary: 0, forecast: 0 }
  const given = await ask(app.url, 'giveGift', { user_id: other.id, gift }, { token: me.token, key: randomUUID() })
  if (given.code !== CODE.ok) return
  me.balance -= amount
  other.balance += amount
}

/** Ends the command at its nth question to a platform, before or after the platform has heard it, as a kill would. */
function cutAt(nth: number, isHeard: boolean): void {
  const send = globalThis.fetch
  let asked = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...question) => {
    const isMine = String(question[0]).startsWith(platforms.url)
    if (!isMine || ++asked !== nth) return send(...question)
    if (isHeard) await send(...question)
    throw new RangeError('killed')
  })
}

it(`what goes back agrees with the ledger, the orders and the bills after any of ${HISTORIES} histories, killed in between`, {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 8, maxLength: 30 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { maxLength: 3 }),
      async (path, kills) => {
        const people = (await newCrowd(app.services, 3)).map((one): Walker => ({ ...one, bought: [], balance: 0 }))
        for (const step of path) await go(people, step)
        for (const [nth, isHeard] of kills) {
          cutAt(nth, isHeard)
          await refund(...WORDS).catch(() => undefined)
          vi.restoreAllMocks()
        }
        await refund(...WORDS)
        await refund(...WORDS, '--again')
        const bills = await billed()
        for (const { bought, balance, ...member } of people) {
          const shares = expected(bought, balance)
          const back = shares.reduce((sum, { count }) => sum + count, 0)
          expect(await balanceOf(member)).toBe(balance - back)
          for (const { orderNo, channel, fen: paid, paidAt } of bought) {
            const share = shares.find((one) => one.orderNo === orderNo)
            const isAsked =
              channel !== 'apple' && Date.now() - paidAt < 365 * 86_400_000 + (channel === 'alipay' ? 1e13 : 0)
            const given = share && isAsked ? [share.fen] : undefined
            expect(bills.get(orderNo)).toEqual(given)
            expect(share?.fen ?? 0).toBeLessThanOrEqual(paid)
            expect(await noted(orderNo)).toMatchObject(
              share ? [{ count: share.count, fen: share.fen, isDone: isAsked }] : [],
            )
          }
        }
        expect(await run`select * from broken_invariants`).toEqual([])
        expect(await run`select * from payment_alarms`).toEqual([])
      },
    ),
    { numRuns: HISTORIES, endOnFailure: true },
  )
})
