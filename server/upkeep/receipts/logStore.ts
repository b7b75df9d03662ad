import type { Beside } from '#server/platform/media/store.ts'
import { type ReadTile, TILE_WIDTH, type Tile, tilePath } from './tiles.ts'

/** A log as it lies in the store beside the witness, where it does not go back with the database. */
export type LogStore = {
  readNote: () => Promise<string | undefined>
  /** Writes and reads back; throws where something else comes back. */
  writeNote: (note: string) => Promise<void>
  /** The hashes of a tile; the tail of a level is written over as it grows. */
  readTile: ReadTile
  writeTile: (tile: Tile, hashes: Uint8Array) => Promise<void>
}

export function logStore(beside: Beside, name: string): LogStore {
  const note = `log-${name}/checkpoint`
  // Without its width: a wider tile begins as the one before it.
  const nameOf = (tile: Tile) => `log-${name}/tile/${tilePath({ ...tile, width: TILE_WIDTH })}`
  async function keep(as: string, text: string): Promise<void> {
    await beside.keep(as, text)
    if ((await beside.read(as)) !== text) throw new Error(`the store does not give back ${as} as it was written`)
  }
  return {
    readNote: () => beside.read(note),
    writeNote: (text) => keep(note, text),
    async readTile(tile) {
      const text = await beside.read(nameOf(tile))
      if (text === undefined) throw new Error(`the store has no ${nameOf(tile)}`)
      return Buffer.from(text, 'base64')
    },
    writeTile: (tile, hashes) => keep(nameOf(tile), Buffer.from(hashes).toString('base64')),
  }
}
