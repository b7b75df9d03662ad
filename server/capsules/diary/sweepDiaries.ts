import { sql } from 'kysely'
import { DELETED_DIARY_DAYS } from '#contract/limits.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules, lockObjects } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { dropUnnamed } from '#server/platform/media/forget.ts'
import { biting, type Sweep } from '#server/platform/sweep.ts'

/** How long a deleted diary can be restored. */
export const RESTORABLE_FOR = sql`make_interval(days => ${sql.lit(DELETED_DIARY_DAYS)})`

/** Of a capsules row that is deleted: until when it can be restored. */
export const RESTORABLE_UNTIL = sql`coalesce(kept_until, deleted_at + ${RESTORABLE_FOR})`

/** Of a capsules row: deleted, and nobody can restore it any more. The guard in the database says the same (migration 043). */
export const deletedLongAgo: Sweep = {
  from: 'capsules',
  when: sql`(deleted_at is not null and ${RESTORABLE_UNTIL} <= now())`,
}

/** A diary may hold thirty pictures. */
const BITE = 200

/**
 * Diaries whose owners deleted them so long ago go for good, with what was written, its key and its media. Not while the
 * clock is not trusted, in the hour after a pause, nor in a restored backup before somebody has looked.
 */
export async function sweepDiaries({ db, clock }: Pick<Services, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  await biting(BITE, signal, () => dateUndated({ db, clock }))
  const { when } = deletedLongAgo
  await biting(BITE, signal, () =>
    inTransaction(db, async (db) => {
      const going = await lockCapsules(db, { going: true })
        .select(['c.id', 'c.owner_id'])
        .where('c.id', 'in', sql<number>`(select id from capsules where ${when} and ${clock.erases()} limit ${BITE})`)
        // Asked again of the row that is held: it may have been restored meanwhile.
        .where(when)
        .skipLocked()
        .execute()
      if (going.length > 0) await dropDiaries(db, going)
      return going.length
    }),
  )
}

/** A diary deleted while the time was in doubt has its days from the moment on at which deleted diaries may go again. */
async function dateUndated({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const { numAffectedRows } = await sql`update capsules set kept_until = now() + ${RESTORABLE_FOR} where id in (
    select id from capsules where deleted_at is not null and kept_until = 'infinity' and ${clock.erases()}
    limit ${BITE} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Diaries that are held go, with what was written, its key and its media. */
export async function dropDiaries(db: Tx, going: { id: number; owner_id: number }[]): Promise<void> {
  const ids = going.map(({ id }) => id)
  const media = await namedBy(db, ids)
  await lockObjects(db).where('o.key', '=', sql<string>`any(${media}::text[])`).execute()
  await blankAnswers(db, going)
  await db.deleteFrom('capsules').where('id', 'in', ids).execute()
  await dropUnnamed(db, media)
}

async function namedBy(db: Db, ids: number[]): Promise<string[]> {
  const rows = await db.selectFrom('capsule_media').select('key').distinct().where('capsule_id', 'in', ids).execute()
  return rows.map(({ key }) => key)
}

/**
 * A client that wrote one and never had the answer may ask again with the same key for thirty days, and must not write it anew:
 * the answer stays, without the hash of what was written.
 */
const blankAnswers = (db: Db, going: { id: number; owner_id: number }[]) =>
  sql`update idempotency set request_hash = ''
    where user_id = any(${going.map(({ owner_id }) => owner_id)}::bigint[])
    and answer ->> 'capsule_id' = any(${going.map(({ id }) => String(id))}::text[])`.execute(db)
