import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'

/** Beyond it is said to be so many: what is looked at stays the same however much waits. */
export const COUNTED_MOST = 10_000

export type Waiting = {
  /** Seconds since the oldest was due that could go out and has not; 0 where none is. */
  oldestSeconds: number
  /** Capsules whose notices are due and not yet written down. */
  unplanned: number
  messages: { channel: string; state: string; number: number }[]
}

/**
 * Counts rows that wait to be planned, sent or asked after, by indexes that hold such rows alone: finished rows are not looked
 * at, so that the count costs the same in ten years. Failed messages are no longer in any of these; `provider_answers_total`
 * tells of those.
 */
export async function countWaiting({ db }: Pick<Services, 'db'>): Promise<Waiting> {
  const { rows } = await sql<{ oldest: number; unplanned: number; messages: Waiting['messages'] }>`
    with due as (
      select notice_at as at from capsules where notice_at <= now() order by notice_at, id limit ${COUNTED_MOST}
    ), waiting as (
      select c.channel, m.state, m.next_at
      from (values ('sms'), ('email'), ('weibo')) c (channel) cross join lateral (
        select state, next_at from messages where channel = c.channel and next_at is not null
        order by next_at, id limit ${COUNTED_MOST}) m
      union all
      select channel, 'operator', null from (
        select channel from messages where state = 'operator' order by id limit ${COUNTED_MOST}) by_hand
    ), oldest as (
      select min(at) as at from due
      union all select min(next_at) from waiting where next_at <= now() and state <> 'sent'
    )
    select coalesce((select extract(epoch from now() - min(at))::float8 from oldest), 0) as oldest,
      (select count(*)::int from due) as unplanned,
      coalesce((select jsonb_agg(w) from (
        select channel, state, count(*)::int as number from waiting group by channel, state) w), '[]') as messages`.execute(
    db,
  )
  const { oldest, unplanned, messages } = rows[0]!
  return { oldestSeconds: oldest, unplanned, messages }
}
