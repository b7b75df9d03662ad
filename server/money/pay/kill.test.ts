import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { accountTokenOf } from '#server/people/account/appleAccount.ts'
import type { Settings } from '#server/platform/config.ts'
import { startStandins } from '#standins/platforms.ts'
import { makeDatabase, startApp, stopApp } from '#test/app.ts'
import { ask, get, later } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { dropDatabase } from '#test/databases.ts'
import { handsOf } from '#test/payments.ts'
import { addressOf, ended, runServer } from '#test/process.ts'
import { drill } from '#test/thorough.ts'

/** A start takes the embedded engine so long that there are fewer. */
const KILLS = process.env.DATABASE_URL ? 20 : 8
const WITHIN_MS = 60_000
const X6 = 'time_capsuleX6'
const ORDERS = [
  ['wechat', 'prompt'],
  ['wechat', 'twice'],
  ['alipay', 'prompt'],
  ['alipay', 'lost'],
] as const

const folder = mkdtemp(join(tmpdir(), 'capsule-pay-'))
const platforms = await startStandins()
const hands = handsOf(platforms)
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all([platforms.close(), rm(await folder, { recursive: true, force: true })])
})

type Bought = Member & { keys: string[]; paid: string[]; jws: string[] }

drill(
  `through ${KILLS} kills -9 at any step of settling, what is paid is credited within a minute, once`,
  {
    timeout: 600_000,
  },
  async () => {
    const place = { dataDir: await folder, databaseUrl: await makeDatabase() }
    const env = {
      MASTER_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: place.databaseUrl ?? '',
      DATA_DIR: place.dataDir,
      LOG_LEVEL: 'silent',
      ...platforms.env,
    }
    let app = await startApp(place, env)
    // The same address after each start, as the platforms know it.
    Object.assign(env, { PORT: new URL(app.url).port })
    const members = await newCrowd(app.services, KILLS + 1)
    await stopApp(app)

    const buyers: Bought[] = []
    let wholeMs = Number.POSITIVE_INFINITY
    let caught = 0
    for (const [round, member] of members.entries()) {
      const { child, url } = await start(env)
      const buyer: Bought = { ...member, keys: [], paid: [], jws: [] }
      buyers.push(buyer)
      await get(url, 'goodsList', {}, member)
      const began = performance.now()
      let tookMs = Number.POSITIVE_INFINITY
      const buying = Promise.allSettled([...ORDERS.map((_, at) => order(url, buyer, at)), atTheStore(url, buyer)])
      void buying.then(() => {
        tookMs = performance.now() - began
      })
      // The first goes through; the others are cut off anywhere between the first order's beginning and the last one's credit.
      const cutMs = (((round * 7) % KILLS) / KILLS) * wholeMs
      await (round === 0 ? buying : Promise.race([buying, later(cutMs)]))
      if (tookMs === Number.POSITIVE_INFINITY) caught++
      else wholeMs = Math.min(wholeMs, tookMs)
      child.kill('SIGKILL')
      await Promise.all([ended(child), buying])
    }
    expect(caught).toBeGreaterThan(KILLS / 4)

    const { child, url } = await start(env)
    const since = Date.now()
    // The application hands over what it was not told of; what a page asked for and never heard, it asks for again.
    for (const buyer of buyers) await again(url, buyer)
    const owed = () => Promise.all(buyers.map((buyer) => owing(url, buyer)))
    while ((await owed()).some((missing) => missing > 0) && Date.now() - since < WITHIN_MS) await later(100)
    expect(await owed()).toEqual(buyers.map(() => 0))
    for (const { token, keys, jws } of buyers) {
      const { orders } = await get(url, 'orderList', { pageSize: 50 }, { token })
      expect(orders.data).toHaveLength(keys.length + jws.length)
    }
    child.kill('SIGKILL')
    await ended(child)
    app = await startApp(place, env)
    const broken = await app.services.db.selectFrom('broken_invariants').selectAll().execute()
    await stopApp(app)
    await dropDatabase(place.databaseUrl)
    expect(broken).toEqual([])
  },
)

async function start(env: Settings) {
  const child = runServer(env)
  children.push(child)
  return { child, url: await addressOf(child) }
}

/** An order under its key, then paid at the platform, whose news may find nobody. */
async function order(url: string, buyer: Bought, at: number): Promise<void> {
  const [channel, news] = ORDERS[at]!
  const key = `order-${at}`
  buyer.keys.push(key)
  const { call, pay } = hands[channel]
  const made = await get(url, call, { goods_id: '1', trade_type: 'scan' }, { token: buyer.token, key })
  await pay(made, news)
  buyer.paid.push(made.order_no)
  await ask(url, 'wxAndAliPaySuccess', {}, { token: buyer.token })
}

/** A purchase of the application, which both it and Apple bring. */
async function atTheStore(url: string, { id, token, paid, jws }: Bought): Promise<void> {
  const bought = platforms.apple.buy({ productId: X6, accountToken: accountTokenOf(Number(id)) })
  paid.push(bought.transactionId)
  jws.push(bought.jws)
  const signedPayload = platforms.apple.notification('ONE_TIME_CHARGE', bought.transactionId)
  await Promise.allSettled([
    ask(url, 'applePaySuccess', { signedPayload }, {}),
    ask(url, 'applePaySuccess', { product_id: X6, transaction: bought.jws }, { token }),
  ])
}

async function again(url: string, { token, keys, jws }: Bought): Promise<void> {
  for (const [at, key] of keys.entries()) {
    const [channel] = ORDERS[at]!
    await get(url, hands[channel].call, { goods_id: '1', trade_type: 'scan' }, { token, key })
  }
  for (const transaction of jws) await get(url, 'applePaySuccess', { product_id: X6, transaction }, { token })
}

/** How many capsules somebody has paid for and not got; below zero for what was credited twice. */
async function owing(url: string, { token, paid }: Bought): Promise<number> {
  const { user } = await get(url, 'userInfo', {}, { token })
  return paid.length * 6 - user.time_count
}
