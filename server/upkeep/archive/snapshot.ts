import { sql } from 'kysely'
import { WRITTEN_AT } from '#server/capsules/capsule/mine.ts'
import { RESTORABLE_UNTIL } from '#server/capsules/diary/sweepDiaries.ts'
import type { Db } from '#server/platform/db/db.ts'
import { DRAFT, SEALED } from '#server/platform/db/states.ts'

/** `year` 0 for drafts. `revision` tells whether a row has changed since. */
export type Listed = { id: number; year: number; revision: number }
/** All that an archive holds of a person's capsules, in its order; of the sealed ones the ids alone. */
export type Snapshot = { readable: Listed[]; sealed: number[] }

type SnapshotRow = { id: number; year: number; revision: number; sealed: boolean }

/**
 * Which rows there are, and so how many, by one statement: what is counted is what is written. Hidden ones and deleted diaries
 * that are not gone are among them.
 */
export async function takeSnapshot(db: Db, userId: number): Promise<Snapshot> {
  const { rows } = await sql<SnapshotRow>`
    select c.id, c.revision, c.status in ${SEALED} as sealed,
      case when c.status = ${DRAFT} then 0 else extract(year from ${WRITTEN_AT})::int end as year
    from capsules c
    where c.owner_id = ${userId} and (c.deleted_at is null or ${RESTORABLE_UNTIL} > now())
    order by c.status = ${DRAFT}, ${WRITTEN_AT}, c.id`.execute(db)
  return {
    readable: rows.filter(({ sealed }) => !sealed).map(({ id, year, revision }) => ({ id, year, revision })),
    sealed: rows.filter(({ sealed }) => sealed).map(({ id }) => id),
  }
}
