import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { ALARM_NAME, ORDER_STATE } from '#contract/pay.ts'
import { addDays, chinaDay } from '#contract/time.ts'
import { jobs } from '#server/start/jobs.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { ask, get } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { newDesk } from '#test/operator.ts'
import { type Channel, handsOf } from '#test/payments.ts'

let shiftMs = 0
const now = () => Date.now() + shiftMs
const platforms = await startStandins({ now })
afterAll(() => platforms.close())
const app = withApp(platforms.env)
const hands = handsOf(platforms)
const { run: reconcile } = jobs.find(({ name }) => name === 'reconcile')!

const today = () => chinaDay(app.services.now())
const moveTo = (moment: string) => {
  shiftMs = Date.parse(`${moment}+08:00`) - Date.now()
}
/** As the job runs at noon when so many days have passed. */
async function reconcileAfter(days: number): Promise<void> {
  moveTo(`${chinaDay(addDays(Date.now(), days))}T12:00:00`)
  await sql`update bills set asked_at = asked_at - interval '1 hour'`.execute(app.services.db)
  await reconcile(app.services, new AbortController().signal).finally(() => {
    shiftMs = 0
  })
}
const alarms = async () => {
  const rows = await app.services.db.selectFrom('payment_alarms').select(['why', 'order_no', 'ended_at']).execute()
  return rows.filter(({ ended_at }) => !ended_at).map(({ why, order_no }) => [why, order_no])
}
const order = async ({ token }: Member, channel: Channel) =>
  get(app.url, hands[channel].call, { goods_id: '1', trade_type: 'scan' }, { token })
const stateOf = async (orderNo: string) =>
  (await app.services.db.selectFrom('orders').select('state').where('order_no', '=', orderNo).executeTakeFirst())?.state
const settled = (orderNo: string, state: number) => expect.poll(() => stateOf(orderNo)).toBe(state)

beforeAll(() => {
  app.services.now = () => new Date(now())
})
beforeEach(async () => {
  await sql`delete from bills`.execute(app.services.db)
  await sql`delete from payment_alarms`.execute(app.services.db)
})

describe.each(['wechat', 'alipay'] as const)('yesterday’s bill of %s', (channel) => {
  const platform = hands[channel]
  const paid = async (news?: 'lost') => {
    const [member] = await newCrowd(app.services, 1)
    const made = await order(member!, channel)
    await platform.pay(made, news)
    if (!news) await settled(made.order_no, ORDER_STATE.paid)
    return made
  }

  it('agrees with our orders when all is well, and is compared once', async () => {
    const made = await paid()
    await reconcileAfter(1)
    expect((await alarms()).filter(([, orderNo]) => orderNo === made.order_no)).toEqual([])
    const days = await app.services.db
      .selectFrom('bills')
      .select(['day', 'compared_at'])
      .where('channel', '=', channel)
      .execute()
    expect(days.map(({ day }) => day.slice(0, 10))).toEqual([today()])
    expect(days[0]!.compared_at).toBeTruthy()
    await reconcileAfter(1)
    expect(
      await app.services.db.selectFrom('bills').select('day').where('channel', '=', channel).execute(),
    ).toHaveLength(1)
  })

  it('credits what is paid there and not here', async () => {
    const { order_no } = await paid('lost')
    await reconcileAfter(1)
    expect(await stateOf(order_no)).toBe(ORDER_STATE.paid)
    expect((await alarms()).filter(([, orderNo]) => orderNo === order_no)).toEqual([])
  })

  it('books what was given back there and not here', async () => {
    const made = await paid()
    platform.refunded(made, 600)
    await sql`update orders set state = 1, refunded_at = null, owed = 0 where order_no = ${made.order_no}`.execute(
      app.services.db,
    )
    await reconcileAfter(1)
    await settled(made.order_no, ORDER_STATE.refunded)
  })

  it('lists what nobody here has ordered, what is not on it, and ends the latter when a later bill has it', async () => {
    const [strange, here] = [await paid('lost'), await paid()]
    await sql`delete from orders where order_no = ${strange.order_no}`.execute(app.services.db)
    await sql`update orders set paid_at = paid_at - interval '1 day' where order_no = ${here.order_no}`.execute(
      app.services.db,
    )
    await reconcileAfter(0)
    expect(await alarms()).toContainEqual(['bill: paid here', here.order_no])
    await reconcileAfter(1)
    expect(await alarms()).toContainEqual(['bill: paid there', strange.order_no])
    expect(await alarms()).not.toContainEqual(['bill: paid here', here.order_no])
  })

  it('that cannot be had is asked for again, and days that were missed are made up for', async () => {
    await reconcileAfter(1)
    const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'))
    await reconcileAfter(3)
    fetching.mockRestore()
    const open = () =>
      app.services.db
        .selectFrom('bills')
        .select('day')
        .where('channel', '=', channel)
        .where('compared_at', 'is', null)
        .execute()
    expect(await open()).toHaveLength(2)
    await reconcileAfter(3)
    expect(await open()).toEqual([])
  })

  it('is not asked for before eleven in the morning', async () => {
    moveTo(`${today()}T10:59:00`)
    await reconcile(app.services, new AbortController().signal)
    shiftMs = 0
    expect(await app.services.db.selectFrom('bills').selectAll().execute()).toEqual([])
  })
})

describe('what differs', () => {
  it('is listed at the desk with its order until an operator has looked into it, and counted on /metrics', async () => {
    const { token } = await newDesk(app.url, app.services)
    const alarm = { channel: 'wechat', why: 'bill: paid there', order_no: '20261122', day: today() } as const
    await app.services.db.insertInto('payment_alarms').values(alarm).execute()
    const { alarms } = await get(app.url, 'moneyAlarms', {}, { token })
    expect(alarms).toMatchObject([{ channel: 'wechat', why: 'bill: paid there', order_no: '20261122', times: 1 }])
    expect(ALARM_NAME[alarms[0]!.why]).toBe('平台账单已付款，这里没有')
    await get(app.url, 'moneyAlarmDone', { alarm_id: alarms[0]!.id }, { token })
    await get(app.url, 'moneyAlarmDone', { alarm_id: alarms[0]!.id }, { token })
    expect((await get(app.url, 'moneyAlarms', {}, { token })).alarms).toEqual([])
    expect(await ask(app.url, 'moneyAlarmDone', { alarm_id: '999999' }, { token })).toMatchObject({
      code: CODE.missing,
    })
  })

  it('is no person’s to see', async () => {
    const [member] = await newCrowd(app.services, 1)
    const { code } = await ask(app.url, 'moneyAlarms', {}, { token: member!.token })
    expect(code).toBe(CODE.tokenInvalid)
  })
})
