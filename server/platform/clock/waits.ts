import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** After this long the process that took a message counts as lost; no provider is waited for even half as long. */
export const VISIBLE_AGAIN_MINUTES = 3
/** Minutes until a message that was not taken is tried again; the last one repeats. */
export const BACK_OFF_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1_440] as const
/** How long a provider that gave no answer is given before it is asked what became of it. */
export const ASK_AFTER_MINUTES = 2
/** When the provider is asked whether a message that it took has arrived. */
export const ARRIVED_AFTER_MINUTES = [10, 60, 720, 2_880] as const
/** How long a capsule that cannot be planned for steps aside, so that it never holds up those behind it. */
export const ASIDE_MINUTES = 10

/** The entry at `place`, counted from 1; the last one repeats. */
const oneOf = (minutes: readonly number[], place: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(array[${sql.raw(minutes.join(', '))}])[least(${place}, ${sql.lit(minutes.length)})]`

const AGAIN = oneOf(BACK_OFF_MINUTES, sql`greatest(tries, silences)`)

/** Minutes for which a message may wait from now on, by what became of it; one that nobody has tried yet is due. */
const MOST_MINUTES = sql<number>`case
  when state = 'sending' then ${sql.lit(VISIBLE_AGAIN_MINUTES)}
  when state = 'sent' then ${oneOf(ARRIVED_AFTER_MINUTES, sql`tries + 1`)}
  when greatest(tries, silences) = 0 then 0
  when state = 'unknown' then greatest(${AGAIN}, ${sql.lit(ASK_AFTER_MINUTES)})
  else ${AGAIN} end`

/** A question that was queued for a later day, whole days after it was written down (notice/limits.ts). */
const PUT_OFF = sql`template = 'confirm' and greatest(tries, silences) = 0 and next_at > created_at
  and mod(extract(epoch from next_at - created_at), 86400) = 0`

/**
 * A moment that a clock ahead has written lies as far off as the clock was wrong: it is pulled back as far as it could wait if it
 * had been written now. A message that waits for the morning is put off to it again.
 */
export async function pullBack(db: Db): Promise<void> {
  const ahead = sql`greatest(created_at - now(), interval '0')`
  const most = sql`case when ${PUT_OFF} then next_at - ${ahead} else now() + make_interval(mins => ${MOST_MINUTES}) end`
  // A day that is counted from when it was written down stays so many days from there.
  await sql`update messages set next_at = ${most}, created_at = case when ${PUT_OFF} then created_at - ${ahead} else created_at end
    where id in (
    select id from messages where next_at > now() and next_at > ${most} order by id for update skip locked)`.execute(db)
  await sql`update capsules set notice_at = open_time where id in (
    select id from capsules where notice_round = 0 and notice_at <> open_time
      and notice_at > now() + make_interval(mins => ${ASIDE_MINUTES})
      and notice_at <= (select last_at from clock) + make_interval(mins => ${2 * ASIDE_MINUTES})
    order by id for update skip locked)`.execute(db)
}
