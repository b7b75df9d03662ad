import { sql } from 'kysely'
import { type Channel, ORDER_STATE, sellsOrders } from '#contract/pay.ts'
import { addDays } from '#contract/time.ts'
import { raiseAlarm } from '#server/money/pay/alarm.ts'
import { giveBack } from '#server/money/pay/giveBack.ts'
import { platformOf, SPECIFICS } from '#server/money/pay/platforms.ts'
import type { Services } from '#server/platform/context.ts'
import { FalseNews } from '#server/platform/outside/payment.ts'
import { PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'

const REASON = '停止运营，退还没用完的胶囊'
const BITE = 100

type Noted = { order_id: number; order_no: string; channel: Channel; fen: number; part: number; paid_ms: number }
type Given = { orders: number; fen: number }

/**
 * Has each noted order given back at its platform, one after another, each within the platform's own time limit. A refusal puts an
 * order on the operator's list; a platform that does not answer is asked no more in this run.
 */
export async function askPlatforms(services: Services): Promise<Given> {
  const given = { orders: 0, fen: 0 }
  const silent = new Set<Channel>()
  let last = 0
  for (let bite = await notedAfter(services, last); bite.length > 0; bite = await notedAfter(services, last)) {
    for (const order of bite) {
      last = order.order_id
      if (silent.has(order.channel) || !(await giveOneBack(services, order, silent))) continue
      given.orders += 1
      given.fen += order.part
    }
  }
  return given
}

async function notedAfter({ db }: Services, last: number): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    select g.order_id, o.order_no, o.channel, o.fen, g.fen as part, floor(extract(epoch from o.paid_at) * 1000)::bigint as paid_ms
    from given_back g join orders o on o.id = g.order_id
    where g.done_at is null and g.why is null and o.state = ${sql.lit(ORDER_STATE.paid)} and g.order_id > ${last}
    order by g.order_id limit ${sql.lit(BITE)}`.execute(db)
  return rows
}

async function giveOneBack(services: Services, order: Noted, silent: Set<Channel>): Promise<boolean> {
  const why = whyNotAsked(services, order)
  if (why) return list(services, order, why)
  const platform = platformOf(services, order.channel)
  if (!platform) return false
  try {
    return await giveBack(services, platform, order, REASON)
  } catch (error) {
    if (error instanceof PlatformRefused) return list(services, order, error.message)
    if (error instanceof PlatformAway) silent.add(order.channel)
    else if (error instanceof FalseNews)
      await raiseAlarm(services, { channel: order.channel, why: error.why, orderNo: order.order_no })
    else throw error
    services.log.warn({ order: order.order_no, why: error.message }, 'an order was not given back yet')
    return false
  }
}

/** Why there is no use in asking. */
function whyNotAsked({ now }: Services, { channel, paid_ms }: Noted): string | undefined {
  if (!sellsOrders(channel)) return '只有 App Store 能退'
  const { takesBackDays } = SPECIFICS[channel]
  if (takesBackDays === undefined || addDays(paid_ms, takesBackDays) > now()) return undefined
  return `支付已超过 ${takesBackDays} 天，平台不再退`
}

async function list({ db }: Services, { order_id }: Noted, why: string): Promise<false> {
  await db
    .updateTable('given_back')
    .set({ why })
    .where('order_id', '=', order_id)
    .where('done_at', 'is', null)
    .execute()
  return false
}
