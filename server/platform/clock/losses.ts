import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'

/** The last moment that the database still knows of before `written`, which is lost. */
const knownBefore = (written: string): RawBuilder<unknown> =>
  sql`coalesce((select max(at) from clock_looks where at < ${written}::timestamptz), least(last_at, ${written}::timestamptz))`

/** Adds to the loss that is open, or opens one: of two start moments the earlier one counts. */
const noted = (from: RawBuilder<unknown>, when: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into losses as l (from_at, held_at) select ${from}, clock_timestamp() from clock where ${when}
    on conflict ((true)) where released_at is null
      do update set from_at = least(l.from_at, excluded.from_at), held_at = greatest(l.held_at, excluded.held_at)
    returning id`

/** For the statement in which a process finds that what it wrote is gone. */
export const lossIf = (gone: RawBuilder<unknown>, written: string | undefined): RawBuilder<unknown> =>
  written === undefined ? sql`select 1` : noted(knownBefore(written), gone)

/** `from` in milliseconds; without it the database's last moment, which nothing must have raised since. */
export const lossSince = (from: number | undefined): RawBuilder<unknown> =>
  noted(from === undefined ? sql`last_at` : sql`to_timestamp(${from / 1000}::float8)`, sql`true`)

/** A database that lies elsewhere than at its last start; before that is written down. */
export async function noteMoved(db: Db, place: string): Promise<void> {
  await noted(sql`last_at`, sql`place <> ${place}`).execute(db)
}

/**
 * Somebody says that all is well: what was to be sent may have gone out since `from_at`, each under the name it has had
 * since it was written down.
 */
export const lossReleased = (released: boolean): RawBuilder<unknown> =>
  sql`over as (update losses set released_at = now() where released_at is null and ${released}::boolean
      returning from_at, held_at),
    doubted as (update messages m set doubt_from = greatest(o.from_at, m.created_at), silences = 0 from over o
      where m.next_at is not null and m.state in ('waiting', 'sending', 'unknown') and m.created_at <= o.held_at)`

/** Since when something due at `due` may have been sent without a trace: null for all that fell due after such a loss. */
export const doubtSince = (due: RawBuilder<unknown>, which = sql`true`): RawBuilder<string | null> =>
  sql<string | null>`(select greatest(from_at, ${due})::text from losses
    where held_at >= ${due} and ${which} order by from_at limit 1)`

/** Like `doubtSince`, for contacts who were still to be asked when somebody confirmed the loss; within a day of that. */
export const doubtSinceReleased = (due: RawBuilder<unknown>): RawBuilder<string | null> =>
  doubtSince(due, sql`released_at > now() - interval '1 day'`)

export type Loss = {
  id: number
  from: string
  until: string
  /** null while nobody could say. */
  writings: number | null
  people: number
}

/** Nobody reads a whole page or terminal full of losses. */
const MOST = 10
/** The losses that operators are told of. */
export const isRecent = sql<boolean>`losses.held_at > now() - interval '30 days'`

/** The losses of the last thirty days, newest first; moments in China time. */
export const recentLosses = (db: Db) => newest(db, isRecent)

/** The loss that nobody has confirmed yet. */
export const openLoss = async (db: Db) => (await newest(db, sql`released_at is null`))[0]

async function newest(db: Db, which: RawBuilder<unknown>): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    select id, from_at::text as "from", held_at::text as until, writings,
      (select count(distinct user_id) from lost_writings where loss_id = losses.id)::int as people
    from losses where ${which} order by id desc limit ${MOST}`.execute(db)
  return rows.map((loss) => ({ ...loss, from: moment(loss.from), until: moment(loss.until) }))
}
