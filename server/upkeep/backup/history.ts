import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { hasTable } from '#server/platform/db/hasTable.ts'

const TRIES_MOST = 3
const AGAIN_AFTER_HOURS = 2

type Needed = Pick<Services, 'db'>
export type Outcome = { isGood: boolean; what: string }

/**
 * Whether this process is to make today's backup: it is past the hour (China), there is no good one of today, and nobody
 * else has begun. One that failed is tried again, twice.
 */
export async function takeToday({ db }: Needed, hour: number): Promise<boolean> {
  const { rows } = await sql`
    insert into backups (day) select current_date where extract(hour from localtime) >= ${hour}::integer
    on conflict (day) do update set tries = backups.tries + 1, began_at = now()
      where backups.good_at is null and backups.tries < ${TRIES_MOST}
        and backups.began_at < now() - make_interval(hours => ${AGAIN_AFTER_HOURS})
    returning day`.execute(db)
  return rows.length > 0
}

/** Notes the outcome of a backup, for monitoring. A bad one does not undo the day's good one. */
export async function noteBackup({ db }: Needed, { isGood, what }: Outcome): Promise<void> {
  await sql`
    insert into backups (day, good_at, what) values (current_date, ${isGood ? sql`now()` : null}, ${what})
    on conflict (day) do update set good_at = coalesce(excluded.good_at, backups.good_at), what = excluded.what`.execute(
    db,
  )
}

/** `noteBackup` where no process runs, and the tables may be of an older version without one for backups. */
export async function noteIfKnown(db: Db, outcome: Outcome): Promise<void> {
  if (await hasTable(db, 'backups')) await noteBackup({ db }, outcome)
}

export const ageIfKnown = async (db: Db): Promise<number | undefined> =>
  (await hasTable(db, 'backups')) ? ageOfBackup({ db }) : undefined

/** Seconds since the last good one was finished; undefined while there was none. */
export async function ageOfBackup({ db }: Needed): Promise<number | undefined> {
  const { rows } = await sql<{ age: number | null }>`
    select extract(epoch from now() - max(good_at))::float8 as age from backups`.execute(db)
  return rows[0]?.age ?? undefined
}
