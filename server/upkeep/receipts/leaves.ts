import { sql } from 'kysely'
import { leafHash } from '#contract/merkle.ts'
import { sha256 } from '#server/core/sha256.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { keepTiles, readKept } from './keptTiles.ts'
import { grow } from './tree.ts'

/** Leaves of one transaction: on the embedded engine everybody waits behind it. */
export const BITE = 500

/** A log while one process is at it: another turn means that another one is. */
export type Turn = { id: number; turn: number }

/** Gives those that wait their places, one behind another; how many. */
export const appendSome = (db: Db, turn: Turn): Promise<number> =>
  inTransaction(db, async (db) => {
    const size = await lockSize(db, turn)
    const { rows } = await sql<{ capsule_id: number; commitment: Buffer }>`
      select capsule_id, commitment from capsule_contents where commitment is not null and leaf is null
      order by capsule_id limit ${BITE} for no key update skip locked`.execute(db)
    if (rows.length === 0) return 0
    await append(
      db,
      turn,
      size,
      rows.map(({ commitment }) => leafHash(sha256, commitment)),
    )
    await sql`
      update capsule_contents k set log = ${turn.id}, leaf = w.leaf
      from (select id, ${size} - 1 + place as leaf
        from unnest(${rows.map(({ capsule_id }) => capsule_id)}::bigint[]) with ordinality w (id, place)) w
      where k.capsule_id = w.id`.execute(db)
    return rows.length
  })

/** Leaves that the store knows and the database has lost; of those whose capsules are there they are the leaves again. */
export const takeBackSome = (db: Db, turn: Turn, from: number, hashes: readonly Uint8Array[]): Promise<void> =>
  inTransaction(db, async (db) => {
    const size = await lockSize(db, turn)
    if (size !== from) throw new Error(`the log has ${size} leaves, not ${from}`)
    await append(db, turn, size, hashes)
    await sql`
      update capsule_contents k set log = ${turn.id}, leaf = w.leaf
      from (select hash, ${size} - 1 + place as leaf
        from unnest(${hashes.map((hash) => Buffer.from(hash))}::bytea[]) with ordinality w (hash, place)) w
      where k.commitment is not null and k.leaf is null and sha256('\\x00'::bytea || k.commitment) = w.hash`.execute(db)
  })

/** How many leaves it has, held until the transaction ends. Throws where another process has taken it up. */
export async function lockSize(db: Tx, { id, turn }: Turn): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select size from logs where id = ${id} and turn = ${turn} for update skip locked`.execute(db)
  if (!rows[0]) throw new Error('another process has taken the log up')
  return rows[0].size
}

async function append(db: Tx, { id }: Turn, size: number, hashes: readonly Uint8Array[]): Promise<void> {
  const grown = await grow({ size, readTile: readKept(db, id) }, hashes)
  await keepTiles(db, id, grown.tiles)
  await db.updateTable('logs').set({ size: grown.size }).where('id', '=', id).execute()
}
