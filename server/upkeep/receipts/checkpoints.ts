import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'

/** A checkpoint as the database keeps it: `note` to the letter. */
export type KeptCheckpoint = { size: number; signed_at: string; note: string }

/** The place of a leaf, in the log of that number; null where it waits for one. */
export type LeafPlace = { log: number | null; leaf: number | null }

/** For each of these places of leaves the first checkpoint that has it, of those published by a moment; undefined where there is none. */
export async function firstCheckpoints(
  db: Db,
  leaves: readonly LeafPlace[],
  by?: string,
): Promise<(KeptCheckpoint | undefined)[]> {
  const { rows } = await sql<KeptCheckpoint & { at: number }>`
    select l.at, p.size, p.signed_at, p.note
    from unnest(${leaves.map(({ log }) => log)}::integer[], ${leaves.map(({ leaf }) => leaf)}::bigint[])
      with ordinality as l (log, leaf, at)
    cross join lateral (
      select size, signed_at, note from log_checkpoints c
      where c.log = l.log and c.size > l.leaf and c.published_at <= coalesce(${by ?? null}::timestamptz, 'infinity')
      order by c.size, c.signed_at limit 1) p`.execute(db)
  const found = new Map(rows.map(({ at, ...checkpoint }) => [at, checkpoint]))
  return leaves.map((_, at) => found.get(at + 1))
}

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
