import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { TYPE } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import { EXCHANGE_KIND } from '#contract/exchange.ts'
import { EXCHANGE_RATE } from '#contract/limits.ts'
import { ORDER_STATE, type OrderState } from '#contract/pay.ts'
import { addDays, chinaDay } from '#contract/time.ts'
import { INSUFFICIENT, KINDS, type Kind } from '#contract/wallet.ts'
import { Fail } from '#server/core/fail.ts'
import { runCommand } from '#server/http/commands.ts'
import { accountTokenOf } from '#server/people/account/appleAccount.ts'
import { capsuleRecords } from '#server/people/wallet/capsuleRecords.ts'
import type { UserContext } from '#server/platform/context.ts'
import { jobs } from '#server/start/jobs.ts'
import type { News } from '#standins/news.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { type Answer, ask, get, newCode } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { type Channel, handsOf } from '#test/payments.ts'
import { rounds, THOROUGH } from '#test/thorough.ts'
import { askOpenOrders } from './askPlatform.ts'
import { platformsOf } from './platforms.ts'
import { orderNoOf } from './purchase.ts'

const WALKS = rounds(24, 8)
const PEOPLE = 4
const CHANNELS = ['wechat', 'alipay'] as const

let shiftMs = 0
const now = () => Date.now() + shiftMs
const platforms = await startStandins({ now })
afterAll(() => platforms.close())
const { run: reconcile } = jobs.find(({ name }) => name === 'reconcile')!
const app = withApp({ ...platforms.env, LOG_LEVEL: 'silent' })
const hands = handsOf(platforms)
const { signal } = new AbortController()

beforeAll(async () => {
  app.services.now = () => new Date(now())
  // So that both days of a walk over midnight are compared.
  for (const channel of [...CHANNELS, 'apple'])
    await run`insert into bills (channel, day, asked_at) values (${channel}, ${chinaDay(now())}::date, now())`
})

const run = async <T>(text: TemplateStringsArray, ...values: unknown[]): Promise<T[]> =>
  (await sql<T>(text, ...values).execute(app.services.db)).rows

/** Requests on their way, the platforms' own notifications as well: the platforms live in this process. */
const flying = new Set<Promise<unknown>>()
const send = globalThis.fetch
vi.spyOn(globalThis, 'fetch').mockImplementation((...asked) => {
  const flight = send(...asked).finally(() => flying.delete(flight))
  flying.add(flight)
  return flight
})
afterAll(() => vi.restoreAllMocks())
async function everythingLanded(): Promise<void> {
  while (flying.size > 0) await Promise.allSettled(flying)
}

const GOODS = [
  { id: '1', product: 'time_capsuleX6', count: 6, milli: 6_000 },
  { id: '2', product: 'time_capsuleX18', count: 18, milli: 18_000 },
] as const
const ACTS = [
  'order',
  'pay',
  'a late letter',
  'a lie',
  'confirm',
  'job',
  'expire',
  'refund',
  'refund there',
  'buy',
  'refund by Apple',
  'exchange',
  'give',
  'leave',
] as const
type Act = (typeof ACTS)[number]

/** `pick`: one of what there is to choose from. `beside`: the next step does not wait for this one. */
const steps = fc.record({
  act: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom<Act>('order', 'pay') },
    { weight: 3, arbitrary: fc.constantFrom(...ACTS) },
  ),
  who: fc.nat(PEOPLE - 1),
  to: fc.nat(PEOPLE - 1),
  pick: fc.nat(999),
  channel: fc.constantFrom(...CHANNELS),
  goods: fc.constantFrom(...GOODS),
  news: fc.constantFrom<News>('prompt', 'late', 'twice', 'lost', 'false'),
  kind: fc.constantFrom<Kind>('time', ...KINDS),
  amount: fc.integer({ min: 1, max: 4 }),
  beside: fc.boolean(),
})
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

/** One sale as the test knows it. `isUnsure`: some news of it may be nowhere but on the bill. */
type Sale = { orderNo: string; userId: number; count: number; isBegun: boolean; isBack: boolean; isUnsure: boolean }
type Ordered = Sale & { channel: Channel; order: { order_no: string; url: string } }
type Bought = Sale & { transactionId: string }
type Person = Member & { userId: number; hasLeft: boolean; moved: Record<Kind, number>; given: number }
type Walk = {
  people: Person[]
  orders: Ordered[]
  purchases: Bought[]
  letters: (() => Promise<unknown>)[]
  done: Act[]
}
const NOTHING: Record<Kind, number> = { time: 0, diary: 0, forecast: 0 }
const newWalk = async (): Promise<Walk> => ({
  people: (await newCrowd(app.services, PEOPLE)).map((member) => ({
    ...member,
    userId: Number(member.id),
    hasLeft: false,
    moved: { ...NOTHING },
    given: 0,
  })),
  orders: [],
  purchases: [],
  letters: [],
  done: [],
})
/** Of all walks, as bills are. */
const bought = new Map<string, Bought>()

type Message = { headers: Record<string, string>; body: string }
const notify = (where: string, message: Message) =>
  fetch(`${app.url}/api/notify/${where}`, { method: 'POST', ...message })
const tellApple = (signedPayload: string) =>
  notify('apple', { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ signedPayload }) })

const one = <T>(list: T[], pick: number): T | undefined => list[pick % list.length]
const stateOf = async (orderNo: string): Promise<OrderState | undefined> =>
  (await run<{ state: OrderState }>`select state from orders where order_no = ${orderNo}`)[0]?.state
/** Done, or refused as somebody who has too little, or has left meanwhile, is. */
function isDone({ code, text }: Answer, { hasLeft }: Person, other?: Person): boolean {
  if (code === CODE.ok) return true
  if (!hasLeft && !other?.hasLeft) expect(Object.values(INSUFFICIENT), text).toContain(JSON.parse(text).message)
  return false
}

type Wanted = Pick<Step, 'who' | 'pick' | 'kind'>
/** Somebody, or the person who has most of this kind. */
async function holder(people: Person[], { who, pick, kind }: Wanted): Promise<Person> {
  if (pick % 4 === 0) return people[who]!
  const [most] = await run<{ owner_id: number }>`
    select owner_id from accounts where kind = ${kind} and owner_id = any(${people.map(({ userId }) => userId)}::bigint[])
    order by balance desc, id limit 1`
  return people.find(({ userId }) => userId === most!.owner_id)!
}

/** Each says whether there was anything to do. */
const ACTING: Record<Act, (walk: Walk, step: Step) => Promise<boolean>> = {
  order: async ({ people, orders }, { who, channel, goods }) => {
    const { token, userId } = people[who]!
    const made = await ask(app.url, hands[channel].call, { goods_id: goods.id, trade_type: 'scan' }, { token })
    if (made.code !== CODE.ok || !made.data) return false
    const { order_no: orderNo } = made.data
    const sale = { orderNo, userId, count: goods.count, isBegun: false, isBack: false, isUnsure: false }
    orders.push({ ...sale, channel, order: made.data })
    return true
  },
  pay: async ({ orders, letters }, { pick, news }) => {
    const sale = one(
      orders.filter(({ isBegun }) => !isBegun),
      pick,
    )
    if (!sale) return false
    sale.isBegun = true
    sale.isUnsure = news === 'lost' || news === 'false'
    const { channel, order } = sale
    await hands[channel].pay(order, news === 'late' ? 'lost' : news)
    if (news !== 'late') return true
    const message = hands[channel].message(order)
    letters.push(() => notify(channel, message))
    return true
  },
  'a late letter': async ({ letters }, { pick }) => {
    const letter = one(letters, pick)
    await letter?.()
    return letter !== undefined
  },
  'a lie': async ({ orders }, { pick, amount }) => {
    const sale = one(orders, pick)
    if (!sale) return false
    const { channel, order } = sale
    if (channel === 'alipay') await fetch(order.url)
    const lie = [{ fen: 1 }, { isTrue: false }, { appId: 'sandbox-other' }][amount % 3]!
    await notify(channel, hands[channel].message(order, lie))
    return true
  },
  confirm: async ({ people }, { who }) => {
    const { token } = people[who]!
    return (await ask(app.url, 'wxAndAliPaySuccess', {}, { token })).code === CODE.ok
  },
  job: async () => {
    await askNow()
    return true
  },
  expire: async ({ orders }, { pick }) => {
    const sale = one(orders, pick)
    if (sale) await run`update orders set expires_at = now() where order_no = ${sale.orderNo} and state = 0`
    return sale !== undefined
  },
  refund: async ({ orders, purchases }, { pick }) => {
    const sale = one(
      [...orders, ...purchases].filter(({ isBegun, isBack }) => isBegun && !isBack),
      pick,
    )
    if (!sale) return false
    const said = await runCommand(app.services, ['refund', 'order', sale.orderNo]).catch((error: unknown) => {
      if (!(error instanceof Fail)) throw error
    })
    if (said) sale.isBack = true
    return said !== undefined
  },
  'refund there': async ({ people, orders, letters }, { pick, news }) => {
    const sale = one(
      orders.filter(({ isBegun, isBack }) => isBegun && !isBack),
      pick,
    )
    if (!sale) return false
    const { channel, orderNo, order, count } = sale
    sale.isBack = true
    if (news === 'lost' || news === 'false' || (await stateOf(orderNo)) !== ORDER_STATE.paid) sale.isUnsure = true
    // The console's own number, unless we may be giving it back ourselves.
    const hasLeft = people.find(({ userId }) => userId === sale.userId)!.hasLeft
    const refundNo = hasLeft || pick % 2 ? `R${orderNo}` : `C${orderNo}`
    const sent = news === 'late' ? 'lost' : news
    if (channel === 'wechat') {
      platforms.wxpay.refunded({ orderNo, refundNo, fen: count * 100 }, sent)
      if (news === 'late') letters.push(() => notify(channel, platforms.wxpay.refundMessage(refundNo)))
      return true
    }
    if ('sub_code' in platforms.alipay.refund(orderNo, { fen: count * 100, refundNo }, sent)) return false
    const message = { ...hands.alipay.message(order), body: platforms.alipay.notice(orderNo, { refundNo }) }
    if (news === 'late') letters.push(() => notify(channel, message))
    return true
  },
  buy: async ({ people, purchases, letters }, { who, goods, news, pick }) => {
    const { userId, token, hasLeft } = people[who]!
    if (hasLeft) return false
    const wish = { productId: goods.product, accountToken: accountTokenOf(userId), price: goods.milli }
    const { transactionId, jws } = platforms.apple.buy(wish)
    const orderNo = orderNoOf(transactionId)
    const sale = { orderNo, userId, transactionId, count: goods.count, isBegun: true, isBack: false, isUnsure: false }
    purchases.push(sale)
    bought.set(orderNo, sale)
    const told = platforms.apple.notification('ONE_TIME_CHARGE', transactionId)
    const handOver = () => ask(app.url, 'applePaySuccess', { product_id: goods.product, transaction: jws }, { token })
    if (news === 'prompt' && pick % 2) sale.isUnsure = (await handOver()).code !== CODE.ok
    if (news === 'prompt' && pick % 2 === 0) await tellApple(told)
    if (news === 'twice') await Promise.all([handOver(), tellApple(told)])
    if (news === 'late') letters.push(pick % 2 ? handOver : () => tellApple(told))
    if (news === 'false')
      await tellApple(platforms.apple.notification('ONE_TIME_CHARGE', transactionId, { chain: 'foreign root' }))
    // The process ended between making the order and crediting it.
    if (news === 'lost' && pick % 2)
      await run`insert into orders (order_no, user_id, channel, goods_id, goods_version, count, fen, expires_at, next_ask_at)
        values (${orderNo}, ${userId}, 'apple', ${goods.id}::bigint, 1, ${goods.count}, ${goods.milli / 10}, now(), now())`
    // Only the history of the day has it then, as when its buyer has left before they could hand it over.
    else sale.isUnsure ||= news === 'lost' || news === 'false' || (news === 'late' && pick % 2 === 1)
    return true
  },
  'refund by Apple': async ({ purchases, letters }, { pick, news }) => {
    const sale = one(
      purchases.filter(({ isBack }) => !isBack),
      pick,
    )
    if (!sale) return false
    sale.isBack = true
    sale.isUnsure ||= news === 'lost' || news === 'false' || (await stateOf(sale.orderNo)) !== ORDER_STATE.paid
    platforms.apple.refund(sale.transactionId)
    const told = platforms.apple.notification('REFUND', sale.transactionId)
    if (news === 'prompt') await tellApple(told)
    if (news === 'twice') await Promise.all([tellApple(told), tellApple(told)])
    if (news === 'late') letters.push(() => tellApple(told))
    return true
  },
  exchange: async ({ people }, { who, pick, amount: price }) => {
    const [person, type] = [await holder(people, { who, pick, kind: 'time' }), pick % 3 ? 1 : 2] as const
    const answer = await ask(app.url, 'changeCapsule', { type, price }, { token: person.token, key: randomUUID() })
    if (!isDone(answer, person)) return false
    person.moved.time -= price
    person.moved[EXCHANGE_KIND[type]] += price * EXCHANGE_RATE
    return true
  },
  give: async ({ people }, { who, to, kind, amount, pick }) => {
    const [person, other] = [await holder(people, { who, pick, kind }), people[to]!]
    if (person === other) return false
    const gift = { ...NOTHING, [kind]: amount }
    const answer = await ask(
      app.url,
      'giveGift',
      { user_id: other.id, gift },
      { token: person.token, key: randomUUID() },
    )
    if (!isDone(answer, person, other)) return false
    person.moved[kind] -= amount
    other.moved[kind] += amount
    if (kind === 'time') other.given += amount
    return true
  },
  leave: async ({ people }, { who, pick }) => {
    const person = people[who]!
    if (person.hasLeft || people.filter(({ hasLeft }) => hasLeft).length === 2 || pick % 3) return false
    person.hasLeft = true
    // Codes for so many at one address are not sent.
    await run`delete from tries`
    const captcha = await newCode(app.url, person.tel, { token: person.token })
    await get(app.url, 'cancelAccount', { captcha }, { token: person.token })
    return true
  },
}

const acted = new Set<Act>()
/** How often one act was done some time after another in the same walk. */
const pairs = new Map<string, number>()

async function go(walk: Walk, path: Step[]): Promise<void> {
  const under: Promise<void>[] = []
  for (const step of path) {
    const doing = ACTING[step.act](walk, step).then((did) => void (did && walk.done.push(step.act)))
    under.push(doing)
    if (!step.beside) await Promise.all(under)
  }
  await Promise.all(under)
  await everythingLanded()
  for (const act of walk.done) acted.add(act)
  for (const [at, act] of walk.done.entries())
    for (const next of new Set(walk.done.slice(at + 1)))
      pairs.set(`${act}, ${next}`, 1 + (pairs.get(`${act}, ${next}`) ?? 0))
}

/** All late letters arrive, two hours pass, and the job has asked. */
async function endOf({ letters }: Walk): Promise<void> {
  for (const letter of letters) await letter()
  await run`update orders set expires_at = now() where state = 0`
  await untilAsked()
}
async function untilAsked(): Promise<void> {
  // One that is credited to somebody who has left is given back the next time.
  for (let round = 0; round < 3; round++) await askNow()
  await everythingLanded()
}
async function askNow(): Promise<void> {
  await run`update orders set next_ask_at = now() where next_ask_at is not null`
  await askOpenOrders(app.services, signal)
}
const open = async () =>
  (await run<{ order_no: string }>`select order_no from orders where next_ask_at is not null`).map(
    ({ order_no }) => order_no,
  )

/** Bills are of days that are over. */
async function tomorrow<T>(work: () => Promise<T>): Promise<T> {
  shiftMs = Date.parse(`${chinaDay(addDays(Date.now(), 1))}T12:00:00+08:00`) - Date.now()
  return work().finally(() => {
    shiftMs = 0
  })
}
async function reconcileAgain(): Promise<string[]> {
  await run`update bills set compared_at = null, asked_at = now() - interval '1 hour'`
  await tomorrow(() => reconcile(app.services, signal))
  const { length } = await run`select from bills where compared_at is null`
  expect(length).toBe(0)
  const found = await run<{ why: string; order_no: string }>`
    select why, order_no from payment_alarms where why like 'bill:%' and ended_at is null`
  return found.map(({ why, order_no }) => `${why} ${order_no}`)
}

type Ours = { order_no: string; state: OrderState; count: number; credited: number }

/** Differences between each platform's sales and refunds and our orders and ledger. */
async function compare() {
  const ours = await run<Ours>`
    select o.order_no, o.state, o.count, coalesce(sum(e.amount), 0)::bigint as credited
    from orders o left join transactions t on t.scope = 'order' and t.key = o.order_no
      left join entries e on e.transaction_id = t.id and e.account_id is not null
    group by o.id`
  const days = await run<{ day: string }>`select day::text as day from bills union select ${chinaDay(Date.now())}`
  const [sold, back] = [new Set<string>(), new Set<string>()]
  for (const channel of CHANNELS)
    for (const { day } of days) {
      const lines = await tomorrow(() => platformsOf(app.services)[channel]!.billOf(day))
      for (const { is, orderNo } of lines) (is === 'paid' ? sold : back).add(orderNo)
    }
  for (const { orderNo, isBack } of bought.values()) {
    sold.add(orderNo)
    if (isBack) back.add(orderNo)
  }
  const byNo = new Map(ours.map((order) => [order.order_no, order]))
  const isRight = (orderNo: string): boolean => {
    const order = byNo.get(orderNo)
    const isPaid = order?.state === ORDER_STATE.paid || order?.state === ORDER_STATE.refunded
    // A purchase that Apple gave back before we credited it is never credited.
    if (!isPaid && !order?.credited) return !sold.has(orderNo) || (bought.has(orderNo) && back.has(orderNo))
    if (!isPaid || order.credited !== order.count || !sold.has(orderNo)) return false
    return (order.state === ORDER_STATE.refunded) === back.has(orderNo)
  }
  const wrong = [...new Set([...byNo.keys(), ...sold, ...back])].filter((orderNo) => !isRight(orderNo))
  return { wrong, stands: (orderNo: string) => sold.has(orderNo) && !back.has(orderNo) }
}

async function recorded(userId: number): Promise<Record<string, number>> {
  const context = { ...app.services, caller: { userId, sessionId: 0 } } as unknown as UserContext
  const sums: Record<string, number> = { 0: 0, 1: 0, 2: 0 }
  for (let page = 1; ; page++) {
    const { data } = await capsuleRecords(context, { page, pageSize: 10 })
    for (const { capsule_type, count, is_increase } of data) sums[capsule_type]! += is_increase ? count : -count
    if (data.length === 0) return sums
  }
}

async function checkPerson(person: Person, sales: Sale[], stands: (orderNo: string) => boolean): Promise<void> {
  const { userId, moved, hasLeft, given } = person
  const rows = await run<{ kind: Kind; balance: number }>`select kind, balance from accounts where owner_id = ${userId}`
  const [debt] = await run<{ owed: number }>`
    select coalesce(sum(owed), 0)::bigint as owed from orders where user_id = ${userId}`
  const owed = debt!.owed
  const held = Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance])) as Record<Kind, number>
  const shown = await recorded(userId)
  expect(Math.min(...Object.values(held))).toBeGreaterThanOrEqual(0)
  expect(KINDS.map((kind) => shown[TYPE[kind]])).toEqual(KINDS.map((kind) => held[kind]))
  if (hasLeft) return expect({ ...held, owed }).toEqual({ ...NOTHING, owed: 0 })
  const own = sales.filter((sale) => sale.userId === userId && stands(sale.orderNo))
  const topUps = own.reduce((sum, { count }) => sum + count, 0)
  expect({ ...held, time: held.time - owed }).toEqual({ ...moved, time: moved.time + topUps })
  // A person in debt has only the gifts received since: everything bought covers the debt first.
  if (owed > 0) expect(held.time).toBeLessThanOrEqual(given)
}

it(`money agrees with the platforms and with the ledger after any of ${WALKS} walks`, {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 60, maxLength: 80 }), async (path) => {
      const walk = await newWalk()
      await go(walk, path)
      await endOf(walk)
      const sales = [...walk.orders, ...walk.purchases]
      const unsure = sales.filter(({ isUnsure }) => isUnsure).map(({ orderNo }) => orderNo)
      const isSure = (orderNo: string) => !unsure.includes(orderNo)
      expect((await open()).filter(isSure)).toEqual([])
      expect((await compare()).wrong.filter(isSure)).toEqual([])
      expect(await reconcileAgain()).toEqual([])
      // Money for somebody who has left, of which the bill alone told us, goes back now.
      if ((await open()).length > 0) {
        await untilAsked()
        expect(await reconcileAgain()).toEqual([])
      }
      expect(await open()).toEqual([])
      const { wrong, stands } = await compare()
      expect(wrong).toEqual([])
      expect(await run`select * from broken_invariants`).toEqual([])
      for (const person of walk.people) await checkPerson(person, sales, stands)
    }),
    { numRuns: WALKS, endOnFailure: true },
  )
  expect(ACTS.filter((act) => !acted.has(act))).toEqual([])
  // That every act came after every other takes all the walks.
  if (!THOROUGH) return
  const missing = ACTS.flatMap((act) => ACTS.map((next) => `${act}, ${next}`)).filter((pair) => !pairs.has(pair))
  // By chance a rare pair is left out; an act that is never done leaves out all of its pairs.
  expect(missing.length, missing.join('; ')).toBeLessThan(ACTS.length / 2)
})
