import { sql } from 'kysely'
import { CHANNEL_KEYS, type Channel, sellsOrders } from '#contract/pay.ts'
import { formatChina } from '#contract/time.ts'
import type { Services } from '#server/platform/context.ts'
import { FalseNews } from '#server/platform/outside/payment.ts'
import { PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import { compareBill, compareNotifications } from './compare.ts'
import { platformsOf } from './platforms.ts'

/** Bills that could not be had are asked for again for so long. */
const DAYS_BACK = 30
const AGAIN_AFTER = sql`interval '30 minutes'`

/**
 * Every day from the hour on (China) each platform's bill of yesterday is held against our orders, by one process; a day that was
 * missed as well. WeChat promises its bill by ten o'clock.
 */
export async function reconcile(services: Services, signal: AbortSignal, hour: number): Promise<void> {
  if (Number(formatChina(services.now()).slice(11, 13)) < hour) return
  for (const channel of CHANNEL_KEYS) {
    if (!platformsOf(services)[channel]) continue
    for (let day = await claimDay(services, channel); day && !signal.aborted; day = await claimDay(services, channel))
      await reconcileDay(services, channel, day)
  }
}

async function reconcileDay(services: Services, channel: Channel, day: string): Promise<void> {
  try {
    await (sellsOrders(channel) ? compareBill(services, channel, day) : compareNotifications(services, day))
  } catch (error) {
    if (![PlatformAway, PlatformRefused, FalseNews].some((kind) => error instanceof kind)) throw error
    return services.log.warn({ channel, day, why: (error as Error).message }, 'no bill of that day yet')
  }
  await sql`update bills set compared_at = now() where channel = ${channel} and day = ${day}::date`.execute(services.db)
}

/** The oldest day that is still to be compared, from the first one that ever was. */
async function claimDay({ db, now }: Services, channel: Channel): Promise<string | undefined> {
  const today = sql`(${now().toISOString()}::timestamptz at time zone 'Asia/Shanghai')::date`
  const { rows } = await sql<{ day: string }>`
    insert into bills as b (channel, day, asked_at)
    select ${channel}, d::date, now() from generate_series(
      greatest(coalesce((select min(day) from bills where channel = ${channel}), ${today} - 1), ${today} - ${sql.lit(DAYS_BACK)}),
      ${today} - 1, interval '1 day') d
    where not exists (select from bills done where done.channel = ${channel} and done.day = d::date
      and (done.compared_at is not null or done.asked_at > now() - ${AGAIN_AFTER}))
    order by d limit 1
    on conflict (channel, day) do update set asked_at = now()
      where b.compared_at is null and b.asked_at <= now() - ${AGAIN_AFTER}
    returning day::text`.execute(db)
  return rows[0]?.day
}
