import { sql } from 'kysely'
import { SHA256_BYTES as HASH_BYTES } from '#contract/bytes.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { rootKept, type Stored } from './againstStore.ts'
import type { LogRow } from './currentLog.ts'
import { readKept } from './keptTiles.ts'
import { lockSize, type Turn } from './leaves.ts'
import type { LogStore } from './logStore.ts'
import { signCheckpoint } from './sign.ts'
import { readSigningKey } from './signingKey.ts'
import { tilesSince } from './tiles.ts'

type Publishing = Pick<Services, 'db' | 'keys' | 'now'>
type Unpublished = { size: number; seconds: number; note: string }

/** A checkpoint that was signed and that nobody has seen: the one before was killed. */
export async function unpublished(db: Db, { id }: Pick<Turn, 'id'>): Promise<Unpublished | undefined> {
  const { rows } = await sql<Unpublished>`
    select size, extract(epoch from signed_at)::bigint as seconds, note from log_checkpoints
    where log = ${id} and published_at is null order by size desc, signed_at desc limit 1`.execute(db)
  return rows[0]
}

/** Signs what the log is by now; a process that has lost the turn signs nothing. */
export async function signNext({ db, keys, now }: Publishing, taken: LogRow & Turn): Promise<void> {
  const key = await readSigningKey(db, keys)
  if (!key) throw new Error('the keyring has no key of the log')
  await inTransaction(db, async (db) => {
    const size = await lockSize(db, taken)
    const seconds = Math.floor(now().getTime() / 1000)
    const root = await rootKept(db, taken.id, size)
    const note = signCheckpoint({ origin: taken.origin, size, root, seconds }, key)
    await db
      .insertInto('log_checkpoints')
      .values({ log: taken.id, size, signed_at: new Date(seconds * 1000), note })
      .execute()
  })
}

/** The store has it first, and has given it back: of what was published nothing can be lost with the database. */
export async function publish(
  { db, now }: Publishing,
  taken: Turn,
  { store, stored }: { store: LogStore; stored: Stored | undefined },
): Promise<void> {
  const next = await unpublished(db, taken)
  if (!next) return
  // One that was overtaken by the store's is of the same log; the store keeps its own.
  if (!stored || next.size > stored.size || (next.size === stored.size && next.seconds > stored.seconds))
    await writeAll(db, taken, { store, from: stored?.size ?? 0, next })
  await inTransaction(db, async (db) => {
    await lockSize(db, taken)
    await sql`
      update log_checkpoints set published_at = ${now()}
      where log = ${taken.id} and size = ${next.size} and signed_at = to_timestamp(${next.seconds})`.execute(db)
  })
}

type Written = { store: LogStore; from: number; next: Pick<Unpublished, 'size' | 'note'> }

/** All that a store with the first `from` leaves lacks, and the checkpoint last. */
export async function writeAll(db: Db, { id }: Pick<Turn, 'id'>, { store, from, next }: Written) {
  const readTile = readKept(db, id)
  for (const tile of tilesSince(from, next.size)) {
    await store.writeTile(tile, (await readTile(tile)).subarray(0, tile.width * HASH_BYTES))
  }
  await store.writeNote(next.note)
}
