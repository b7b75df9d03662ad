// The tiles of the log (c2sp.org/tlog-tiles): a tile is a row of at most 256 hashes, those of level 0 of leaves, those above of full
// tiles below. Full ones never change.

/** Hashes in a full tile, and how many levels of the tree it stands for. */
export const TILE_WIDTH = 256
export const TILE_HEIGHT = 8

export type Tile = { level: number; index: number; width: number }
/** The hashes of a tile, as many as its width says. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>

const HIGHEST_LEVEL = 63
const PATH = /^([0-9]|[1-9][0-9])\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/

/** How many hashes a tree of this size has on a level of tiles. */
export const hashesOn = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level)

/** The tile as a tree of this size has it; of width 0 or less where it has none. */
export const tileAt = (level: number, index: number, size: number): Tile => ({
  level,
  index,
  width: Math.min(TILE_WIDTH, hashesOn(level, size) - index * TILE_WIDTH),
})

/** `0/x001/234`, and of a partial tile `0/x001/234.p/56`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g)!
  const last = groups.pop()
  const folders = groups.map((group) => `x${group}/`).join('')
  return `${level}/${folders}${last}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

/** The tile of this path; undefined where `tilePath` would write it in another way. */
export function readTilePath(path: string): Tile | undefined {
  const [, level, groups, width = String(TILE_WIDTH)] = PATH.exec(path) ?? []
  if (!level || !groups) return undefined
  const tile = { level: Number(level), index: Number(groups.replace(/\D/g, '')), width: Number(width) }
  const isTile = tile.level <= HIGHEST_LEVEL && Number.isSafeInteger(tile.index) && tile.width <= TILE_WIDTH
  return isTile && tilePath(tile) === path ? tile : undefined
}

/** The tiles of a tree of `size` that a tree of `older` leaves has not, or has narrower. */
export function tilesSince(older: number, size: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0; hashesOn(level, size) > 0; level++) {
    if (hashesOn(level, older) === hashesOn(level, size)) continue
    const first = Math.floor(hashesOn(level, older) / TILE_WIDTH)
    for (let index = first; index * TILE_WIDTH < hashesOn(level, size); index++) tiles.push(tileAt(level, index, size))
  }
  return tiles
}
