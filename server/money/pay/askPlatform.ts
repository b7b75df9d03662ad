import { sql } from 'kysely'
import { type Channel, ORDER_STATE, sellsOrders } from '#contract/pay.ts'
import type { Services } from '#server/platform/context.ts'
import { atGate, GateShut, type Waiter } from '#server/platform/outside/gates.ts'
import { FalseNews, type PayPlatform } from '#server/platform/outside/payment.ts'
import { PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import { biting } from '#server/platform/sweep.ts'
import { raiseAlarm } from './alarm.ts'
import { creditPayment } from './creditPayment.ts'
import { giveBack } from './giveBack.ts'
import { platformsOf, SPECIFICS } from './platforms.ts'
import { settlePurchase, transactionOf } from './purchase.ts'

type Open = { order_no: string; channel: Channel; over: boolean; fen: number; give_back: boolean }
const GIVEN_BACK = '账号已注销'

/** How an open order stands at its platform: paid is credited; what is over is closed there first, then here. */
export async function askPlatform(services: Services & Waiter, order: Open): Promise<void> {
  try {
    await atGate(services, SPECIFICS[order.channel].gate, () => followAt(services, order))
  } catch (error) {
    if (error instanceof FalseNews)
      return raiseAlarm(services, { channel: order.channel, why: error.why, orderNo: order.order_no })
    if (![PlatformAway, PlatformRefused, GateShut].some((kind) => error instanceof kind)) throw error
    services.log.warn({ order: order.order_no, why: (error as Error).message }, 'an order could not be asked for')
  }
}

async function followAt(services: Services, order: Open): Promise<void> {
  if (!sellsOrders(order.channel)) return followPurchase(services, order)
  const platform = platformsOf(services)[order.channel]
  if (platform) await follow(services, platform, order)
}

/** The sale comes before the order: only a process that ended between making and crediting an order leaves it open. */
async function followPurchase(services: Services, { order_no }: Open): Promise<void> {
  const purchase = await platformsOf(services).apple?.ask(transactionOf(order_no))
  if (purchase) await settlePurchase(services, purchase)
}

async function follow(services: Services, platform: PayPlatform, order: Open): Promise<void> {
  const { order_no, channel, over } = order
  if (order.give_back) return void (await giveBack(services, platform, order, GIVEN_BACK))
  const standing = await platform.ask(order_no)
  if (standing.is === 'paid') return void (await creditPayment(services, channel, standing.payment))
  if (standing.is === 'closed') return close(services, order_no)
  if (!over) return
  if ((await platform.close(order_no)) === 'closed') return close(services, order_no)
  const paid = await platform.ask(order_no)
  if (paid.is === 'paid') await creditPayment(services, channel, paid.payment)
}

/** Money that arrives all the same is credited (settle). */
async function close({ db }: Services, orderNo: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ state: ORDER_STATE.closed, next_ask_at: null })
    .where('order_no', '=', orderNo)
    .where('state', '=', ORDER_STATE.waiting)
    .execute()
}

const BITE = 20
/** Paid is credited within a minute, though the platform's news were lost. */
const ASK_EVERY_SECONDS = 40

/** Asks for orders that are open, each by one process at a time; those of a way that is switched off wait. */
export function askOpenOrders(services: Services, signal: AbortSignal): Promise<void> {
  const on = Object.keys(platformsOf(services))
  return biting(BITE, signal, async () => {
    const { rows } = await sql<Open>`
      update orders set asked_at = now(), next_ask_at = now() + make_interval(secs => ${sql.lit(ASK_EVERY_SECONDS)})
      where id = any(array(
        select id from orders where next_ask_at <= now() and channel = any(${on}::text[])
        order by next_ask_at limit ${sql.lit(BITE)} for update skip locked))
      returning order_no, channel, fen, give_back, expires_at <= now() as over`.execute(services.db)
    await Promise.all(rows.map((order) => askPlatform(services, order)))
    return rows.length
  })
}
