import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { ORDER_STATE } from '#contract/pay.ts'
import { runCommand } from '#server/http/commands.ts'
import { accountTokenOf } from '#server/people/account/appleAccount.ts'
import { lockBalances } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Payment } from '#server/platform/outside/payment.ts'
import { startStandins } from '#standins/platforms.ts'
import { makeDatabase, startApp, stopApp } from '#test/app.ts'
import { type Answer, ask, get, later, newCode } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { dropDatabase } from '#test/databases.ts'
import { handsOf } from '#test/payments.ts'
import { addressOf, runServer } from '#test/process.ts'
import { creditPayment } from './creditPayment.ts'
import { platformsOf } from './platforms.ts'
import { bookRefund } from './refund.ts'

const TIMES = 50
const X6 = 'time_capsuleX6'

/** A folder has one process; more over one database is a server's matter. */
describe.skipIf(!process.env.DATABASE_URL)('two processes that hear the same news at once', () => {
  const children: ChildProcess[] = []
  const urls: string[] = []
  let platforms: Awaited<ReturnType<typeof startStandins>>
  let app: Awaited<ReturnType<typeof startApp>>
  let members: Member[]
  let place: { dataDir: string; databaseUrl: string | undefined }

  beforeAll(async () => {
    platforms = await startStandins()
    place = { dataDir: await mkdtemp(join(tmpdir(), 'capsule-two-')), databaseUrl: await makeDatabase() }
    const env = {
      MASTER_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: place.databaseUrl ?? '',
      DATA_DIR: place.dataDir,
      LOG_LEVEL: 'silent',
      ...platforms.env,
    }
    app = await startApp(place, env)
    members = await newCrowd(app.services, 8)
    for (let process = 0; process < 2; process++) children.push(runServer(env))
    urls.push(...(await Promise.all(children.map(addressOf))))
  }, 60_000)
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    const broken = await app.services.db.selectFrom('broken_invariants').selectAll().execute()
    await stopApp(app)
    await Promise.all([platforms.close(), rm(place.dataDir, { recursive: true, force: true })])
    await dropDatabase(place.databaseUrl)
    expect(broken).toEqual([])
  })

  const at = (turn: number) => urls[turn % 2]!
  const held = async ({ token }: Member) => (await get(urls[0]!, 'userInfo', {}, { token })).user.time_count
  const newest = async ({ token }: Member) => (await get(urls[0]!, 'orderList', {}, { token })).orders.data[0]!
  const times = <T>(act: (turn: number) => Promise<T>) =>
    Promise.all(Array.from({ length: TIMES }, (_, turn) => act(turn)))

  it.each(['wechat', 'alipay'] as const)(
    `${TIMES} notifications of %s, before, beside and after confirming, credit once`,
    async (channel) => {
      const hand = handsOf(platforms)[channel]
      const member = members.pop()!
      const { token } = member
      const made = await get(at(0), hand.call, { goods_id: '1', trade_type: 'scan' }, { token })
      await hand.pay(made, 'lost')
      const message = hand.message(made)
      /** Answers the platform takes for heard: it sends the notification again otherwise. */
      const tell = async (turn: number) => {
        const answer = await fetch(`${at(turn)}/api/notify/${channel}`, { method: 'POST', ...message })
        return channel === 'wechat' ? answer.status === 204 : (await answer.text()) === 'success'
      }
      const [answers] = await Promise.all([
        times(tell),
        ...[0, 1].map((turn) => ask(at(turn), 'wxAndAliPaySuccess', {}, { token })),
      ])
      expect(answers).toEqual(Array(TIMES).fill(true))
      expect(await times(tell)).toEqual(Array(TIMES).fill(true))
      expect(await held(member)).toBe(6)
      expect(await get(at(1), 'wxAndAliPaySuccess', {}, { token })).toEqual({ order_no: made.order_no, count: 6 })
    },
  )

  it(`${TIMES} times a purchase of the App Store, by the application and by Apple, credit once; so many refunds take back once`, async () => {
    const member = members.pop()!
    const accountToken = accountTokenOf(Number(member.id))
    const { transactionId, jws } = platforms.apple.buy({ productId: X6, accountToken })
    const signedPayload = platforms.apple.notification('ONE_TIME_CHARGE', transactionId)
    /** As the application does: two of a person wait for Apple at once, and it comes again with what had no place. */
    const bring = async (turn: number): Promise<Answer> => {
      if (turn % 4 < 2) return ask(at(turn), 'applePaySuccess', { signedPayload }, {})
      const purchase = { product_id: X6, transaction: jws }
      const answer = await ask(at(turn), 'applePaySuccess', purchase, { token: member.token })
      return answer.code === CODE.fault ? later(20).then(() => bring(turn)) : answer
    }
    expect((await times(bring)).map(({ code }) => code)).toEqual(Array(TIMES).fill(1000))
    expect(await held(member)).toBe(6)

    platforms.apple.refund(transactionId)
    const refund = platforms.apple.notification('REFUND', transactionId)
    const heard = await times((turn) => ask(at(turn), 'applePaySuccess', { signedPayload: refund }, {}))
    expect(heard.map(({ code }) => code)).toEqual(Array(TIMES).fill(1000))
    expect(await held(member)).toBe(0)
    expect(await newest(member)).toMatchObject({ state: ORDER_STATE.refunded, owed: 0 })
  })

  it('news of the payment, the operator’s refund and exchanges at once leave what the records add up to', async () => {
    const hand = handsOf(platforms).wechat
    const member = members.pop()!
    const { token } = member
    const made = await get(at(0), 'wxPay', { goods_id: '2', trade_type: 'scan' }, { token })
    await hand.pay(made, 'lost')
    const message = hand.message(made)
    const tell = (turn: number) => fetch(`${at(turn)}/api/notify/wechat`, { method: 'POST', ...message })
    const change = (turn: number) =>
      ask(at(turn), 'changeCapsule', { type: 1, price: 1 }, { token, key: `change-${turn}` })
    await tell(0)
    await change(0)
    await times(async (turn) => {
      if (turn === 25) return runCommand(app.services, ['refund', 'order', made.order_no])
      return turn % 5 === 0 ? change(turn + 1) : tell(turn)
    })
    await expect.poll(async () => (await newest(member)).state, { timeout: 10_000 }).toBe(ORDER_STATE.refunded)
    const { user } = await get(at(0), 'userInfo', {}, { token })
    const { data } = await get(at(0), 'capsuleRecords', { pageSize: 50 }, { token })
    const sum = (kind: number) =>
      data
        .filter(({ capsule_type }) => capsule_type === kind)
        .reduce((total, { count, is_increase }) => total + (is_increase ? count : -count), 0)
    expect([user.time_count, user.diary_count]).toEqual([sum(0), sum(1)])
    expect(user.diary_count).toBeGreaterThan(0)
    expect((await newest(member)).owed).toBe(user.diary_count / 2)
  })

  describe('a refund of what was spent', () => {
    it('that is booked while another order is credited is covered by that order', async () => {
      const member = members.pop()!
      const first = await spent(member)
      const payment = await paid(await order(member, '1'))
      await inThisOrder(
        member,
        () => refund(first),
        () => creditPayment(app.services, 'wechat', payment),
      )
      expect(await newest(member)).toMatchObject({ state: ORDER_STATE.paid })
      expect([await held(member), await owed(member)]).toEqual([0, 12])
    })

    it('that is booked while the account is closed is owed by nobody', async () => {
      const member = members.pop()!
      const first = await spent(member)
      const captcha = await newCode(app.url, member.tel, { token: member.token })
      await inThisOrder(
        member,
        () => refund(first),
        () => get(app.url, 'cancelAccount', { captcha }, { token: member.token }),
      )
      const { written_off } = await app.services.db
        .selectFrom('orders')
        .select('written_off')
        .where('order_no', '=', first)
        .executeTakeFirstOrThrow()
      expect(written_off).toBe(18)
    })

    const order = async ({ token }: Member, goods_id: string) =>
      (await get(app.url, 'wxPay', { goods_id, trade_type: 'scan' }, { token })).order_no
    const refund = (orderNo: string) =>
      bookRefund(app.services, 'wechat', { orderNo, refundNo: `R${orderNo}`, fen: 1800 })
    const owed = async ({ token }: Member) => (await get(app.url, 'orderList', {}, { token })).owed
    async function paid(orderNo: string): Promise<Payment> {
      platforms.wxpay.pay(orderNo, 'lost')
      const standing = await platformsOf(app.services).wechat!.ask(orderNo)
      return standing.is === 'paid' ? standing.payment : expect.fail('it is not paid')
    }
    /** An order of 18, all of them exchanged. */
    async function spent(member: Member): Promise<string> {
      const orderNo = await order(member, '2')
      await creditPayment(app.services, 'wechat', await paid(orderNo))
      await get(app.url, 'changeCapsule', { type: 1, price: 18 }, { token: member.token })
      return orderNo
    }

    /** Both come to wait for the member's balances, one after the other, and get them so. */
    async function inThisOrder({ id }: Member, ...acts: (() => Promise<unknown>)[]): Promise<void> {
      const begun: Promise<unknown>[] = []
      const waiting = async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.services.db)
        return rows.length
      }
      await inTransaction(app.services.db, async (db) => {
        await lockBalances(db, [Number(id)])
        for (const act of acts) {
          begun.push(act())
          await expect.poll(waiting, { timeout: 10_000 }).toBe(begun.length)
        }
      })
      await Promise.all(begun)
    }
  })
})
