import { SHA256_BYTES as HASH_BYTES, sameBytes } from '#contract/bytes.ts'
import { type Checkpoint, openCheckpoint } from '#contract/checkpoint.ts'
import { readVerifierKey } from '#contract/signedNote.ts'
import { sha256 } from '#server/core/sha256.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { keysOfLog, type LogRow } from './currentLog.ts'
import { readKept } from './keptTiles.ts'
import { lockSize, type Turn, takeBackSome } from './leaves.ts'
import type { LogStore } from './logStore.ts'
import { proofTools } from './sign.ts'
import { TILE_WIDTH, tileAt } from './tiles.ts'
import { rootOf } from './tree.ts'

/** Why a log must not go on: what is published, what the store has and what the database has are not one log. */
export class LogContradiction extends Error {}

export type Stored = Checkpoint & { note: string }

/** The checkpoint that the store has last; undefined where it has none. Throws where it is none of this log. */
async function storedCheckpoint(db: Db, log: Turn, store: LogStore): Promise<Stored | undefined> {
  const note = await store.readNote()
  if (note === undefined) return undefined
  for (const text of await keysOfLog(db, log.id)) {
    const key = readVerifierKey(sha256, text)
    const checkpoint = key && openCheckpoint(proofTools, note, key)
    if (checkpoint && typeof checkpoint !== 'string') return { ...checkpoint, note }
  }
  throw new LogContradiction('the store has a checkpoint that is not signed by this log')
}

/** The root of the log as the database has it, at this size or an older one. */
export const rootKept = (db: Db, log: number, size: number): Promise<Uint8Array> =>
  rootOf({ size, readTile: readKept(db, log) })

/**
 * Leaves that the store has and the database has lost are taken back from there, as bare hashes; where the two contradict
 * each other it throws. The store's checkpoint; undefined where it has none.
 */
export async function reconcile(db: Db, log: LogRow & Turn, store: LogStore): Promise<Stored | undefined> {
  const stored = await storedCheckpoint(db, log, store)
  if (!stored) return undefined
  const common = Math.min(stored.size, log.size)
  if (stored.size <= log.size) {
    refuseUnless(sameBytes(await rootKept(db, log.id, common), stored.root), stored.size)
    return stored
  }
  const tree = { size: stored.size, readTile: store.readTile }
  refuseUnless(sameBytes(await rootOf(tree), stored.root), stored.size)
  refuseUnless(sameBytes(await rootOf({ ...tree, size: common }), await rootKept(db, log.id, common)), common)
  for (let from = common; from < stored.size; from = nextTile(from, stored.size)) {
    const tile = await store.readTile(tileAt(0, Math.floor(from / TILE_WIDTH), stored.size))
    await takeBackSome(db, log, from, hashesBetween(tile, from, nextTile(from, stored.size)))
  }
  await keepNote(db, log, stored)
  return stored
}

const nextTile = (from: number, size: number): number =>
  Math.min(size, (Math.floor(from / TILE_WIDTH) + 1) * TILE_WIDTH)

function hashesBetween(tile: Uint8Array, from: number, to: number): Uint8Array[] {
  const first = from % TILE_WIDTH
  return Array.from({ length: to - from }, (_, at) =>
    tile.subarray((first + at) * HASH_BYTES, (first + at + 1) * HASH_BYTES),
  )
}

/** The checkpoint itself, which the database lost with them. */
const keepNote = (db: Db, log: Turn, { size, seconds, note }: Stored): Promise<void> =>
  inTransaction(db, async (db) => {
    await lockSize(db, log)
    await db
      .insertInto('log_checkpoints')
      .values({ log: log.id, size, signed_at: new Date(seconds * 1000), note, published_at: new Date(seconds * 1000) })
      .onConflict((at) => at.doNothing())
      .execute()
  })

function refuseUnless(agrees: boolean, size: number): void {
  if (!agrees) throw new LogContradiction(`the store and the database have other leaves before ${size}`)
}
