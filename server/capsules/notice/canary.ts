import { type RawBuilder, sql } from 'kysely'
import { doubtSince } from '#server/platform/clock/losses.ts'
import type { Services } from '#server/platform/context.ts'
import { queue } from '#server/platform/message/queue.ts'
import { type Resolver, siteOf } from '#server/platform/message/resolver.ts'
import { CANARY_HOUR } from '#server/platform/outside/settings/canary.ts'
import type { Sweep } from '#server/platform/sweep.ts'

/** So long after it was planned it must have been taken by its provider, with a few tries on the way. */
const MISSING_AFTER_HOURS = 2
const TEMPLATE = 'canary'

type Channel = keyof Services['config']['canary']
const CHANNELS: Channel[] = ['email', 'sms']
const wantedBy = ({ canary }: Services['config']): Channel[] => CHANNELS.filter((channel) => canary[channel])

/** The canary's way is the one of all notices; only its address stands in the settings. */
export const toOperator: Resolver = {
  async resolve({ config }, { channel }) {
    const address = channel === 'weibo' ? undefined : config.canary[channel]
    const site = siteOf(config)
    return address ? { address, link: site, params: {}, stop: site } : undefined
  },
  bounced: (_db, _claimed, settle) => settle(),
}

/** Writes the day's message to the operator down from the hour on (China), once by each channel that is set; `at` is for tests. */
export async function planCanaries(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  _signal: AbortSignal,
  hour: number,
  at: RawBuilder<unknown> = sql`now()`,
): Promise<void> {
  const wanted = wantedBy(config)
  if (wanted.length === 0) return
  const { rows } = await sql<{ channel: Channel; day: string; doubt_from: string | null }>`
    select channel, day, ${doubtSince(sql`(day::date + make_interval(hours => ${hour}))::timestamptz`)} as doubt_from from unnest(${wanted}::text[]) channel, to_char(${at}, 'YYYY-MM-DD') day
    where extract(hour from ${at}) >= ${hour} and now() <= ${clock.dueToSend()} and not exists (
      select from messages m where m.template = ${TEMPLATE} and m.channel = channel and m.occasion = day)`.execute(db)
  await queue(
    db,
    rows.map(({ channel, day, doubt_from }) => ({ channel, template: TEMPLATE, occasion: day, doubt_from })),
  )
}

/**
 * By how many of the set channels the last canary that should have gone out by now did not. It asks for what is there, not
 * for what went wrong: where nobody plans any more there is nothing that could have failed. A channel is watched since its
 * first canary, or since this process began.
 */
export async function countMissing({ db, config }: Pick<Services, 'db' | 'config'>): Promise<number> {
  const wanted = wantedBy(config)
  if (wanted.length === 0) return 0
  const { rows } = await sql<{ missing: number }>`
    with due as (
      select to_char(at, 'YYYY-MM-DD') as day, date_trunc('day', at) + interval '1 day' as ends_at
      from (select now() - make_interval(hours => ${CANARY_HOUR + MISSING_AFTER_HOURS})) late (at)
    ), watched as (
      select channel, least(now() - make_interval(secs => ${process.uptime()}),
        (select min(m.created_at) from messages m where m.template = ${TEMPLATE} and m.channel = wanted.channel)) as since
      from unnest(${wanted}::text[]) wanted (channel)
    )
    select count(*)::int as missing from due, watched w
    where w.since < due.ends_at and not ${isYoung(sql`w.since`)} and not exists (
      select from messages m where m.template = ${TEMPLATE} and m.channel = w.channel and (
        (m.occasion >= due.day and m.state = 'sent') or (m.occasion = due.day and ${isYoung(sql`m.created_at`)})))`.execute(
    db,
  )
  return rows[0]!.missing
}

const isYoung = (at: RawBuilder<unknown>) => sql`${at} > now() - make_interval(hours => ${MISSING_AFTER_HOURS})`

/** The alarm for the person who reads the log. */
export async function warnMissing(services: Pick<Services, 'db' | 'config' | 'log'>): Promise<void> {
  const channels = await countMissing(services)
  if (channels > 0) services.log.error({ channels }, 'the daily canary has not gone out: do messages reach anybody?')
}

export const oldCanaries: Sweep = {
  from: 'messages',
  when: sql`template = ${sql.lit(TEMPLATE)} and created_at < now() - interval '90 days'`,
}
