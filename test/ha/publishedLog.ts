import { type Kysely, sql } from 'kysely'
import { type Checkpoint, checkpointIn } from '#contract/checkpoint.ts'
import { isConsistent } from '#contract/merkle.ts'
import { sha256 } from '#server/core/sha256.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { readKept } from '#server/upkeep/receipts/keptTiles.ts'
import { consistencyPath } from '#server/upkeep/receipts/tree.ts'

export type PublishedLog = ReturnType<typeof watchLog>

const EVERY_MS = 500

/** Every checkpoint that a stranger sees who asks all the time. */
export function watchLog(url: string) {
  const notes = new Map<string, Checkpoint>()
  const ask = async () => {
    const response = await fetch(`${url}/log/checkpoint`, { signal: AbortSignal.timeout(EVERY_MS * 4) })
    const note = response.ok ? await response.text() : ''
    const checkpoint = checkpointIn(note)
    if (checkpoint) notes.set(note, checkpoint)
  }
  // While nobody is the primary the site may not answer.
  const timer = setInterval(() => void ask().catch(() => {}), EVERY_MS)
  return {
    seen: (): Checkpoint[] => [...notes.values()],
    /** Of the largest that anybody has seen. */
    size: (): number => Math.max(0, ...[...notes.values()].map(({ size }) => size)),
    stop: () => clearInterval(timer),
  }
}

/** Why the log as it is now is not the one of all these checkpoints with leaves behind them. */
export async function faultsOfLog(db: Kysely<Tables>, seen: readonly Checkpoint[]): Promise<string[]> {
  const { rows } = await sql<{ size: number; halted: string | null; note: string }>`
    select l.size, l.halted, c.note from logs l join log_checkpoints c on c.log = l.id and c.published_at is not null
    where l.id = 1 order by c.size desc, c.signed_at desc limit 1`.execute(db)
  const newest = rows[0] && checkpointIn(rows[0].note)
  if (!newest) return ['the log has no checkpoint']
  const readTile = readKept(db, 1)
  const faults = rows[0]!.halted === null ? [] : [`the log is halted: ${rows[0]!.halted}`]
  for (const older of seen.filter(({ size }) => size > 0)) {
    if (older.size > newest.size) faults.push(`the log has ${newest.size} leaves, and once published ${older.size}`)
    else if (!isConsistent(sha256, older, newest, await consistencyPath({ size: newest.size, readTile }, older.size)))
      faults.push(`the checkpoint of ${older.size} leaves is contradicted`)
  }
  return faults
}

/** Leaves without a capsule: those of the lost ones, which the log took back. */
export async function bareIn(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bare: number }>`
    select l.size - (select count(*) from capsule_contents where log = l.id and leaf is not null) as bare
    from logs l where id = 1`.execute(db)
  return Number(rows[0]!.bare)
}
