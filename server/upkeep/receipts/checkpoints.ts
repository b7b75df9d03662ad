import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'

/** A checkpoint as the database keeps it: `note` to the letter. */
export type KeptCheckpoint = { size: number; signed_at: string; note: string }

/** The first published checkpoint that has this leaf: of all that name it, it names the earliest day. */
export async function firstCheckpoint(
  db: Db,
  leaf: { log: number; leaf: number },
): Promise<KeptCheckpoint | undefined> {
  const [first] = await firstWith(db, leaf)
  return first
}

const firstWith = prepared(
  ({ log, leaf }: { log: number; leaf: number }) => sql<KeptCheckpoint>`
    select size, signed_at, note from log_checkpoints
    where log = ${log} and size > ${leaf} and published_at is not null
    order by size, signed_at limit 1`,
)

/** The newest published checkpoint of a log; its first one where nothing was sealed. */
export async function newestCheckpoint(db: Db, log: number): Promise<KeptCheckpoint | undefined> {
  const [newest] = await newestOf(db, { log })
  return newest
}

const newestOf = prepared(
  ({ log }: { log: number }) => sql<KeptCheckpoint>`
    select size, signed_at, note from log_checkpoints where log = ${log} and published_at is not null
    order by size desc, signed_at desc limit 1`,
)
