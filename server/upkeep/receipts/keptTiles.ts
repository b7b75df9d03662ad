import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { ReadTile, Tile } from './tiles.ts'
import { tilePath } from './tiles.ts'
import type { NewTile } from './tree.ts'

/** Reads the tiles of a log as the database keeps them: the last of a level may have grown wider than is asked for. */
export const readKept =
  (db: Db, log: number): ReadTile =>
  async (tile) => {
    const [kept] = await tileOf(db, { log, ...tile })
    if (!kept) throw new Error(`the log has no tile ${tilePath(tile)}`)
    return kept.hashes
  }

const tileOf = prepared(
  ({ log, level, index }: Tile & { log: number }) => sql<{ hashes: Buffer }>`
    select hashes from log_tiles where log = ${log} and level = ${level} and index = ${index}`,
)

/** Writes tiles that are new, or wider than they were. */
export async function keepTiles(db: Db, log: number, tiles: readonly NewTile[]): Promise<void> {
  for (const { tile, bytes } of tiles) {
    const { level, index } = tile
    const hashes = Buffer.from(bytes)
    await db
      .insertInto('log_tiles')
      .values({ log, level, index, hashes })
      .onConflict((at) => at.columns(['log', 'level', 'index']).doUpdateSet({ hashes }))
      .execute()
  }
}
