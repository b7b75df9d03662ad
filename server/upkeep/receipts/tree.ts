import { SHA256_BYTES as HASH_BYTES } from '#contract/bytes.ts'
import { leftOf, nodeHash } from '#contract/merkle.ts'
import { sha256 } from '#server/core/sha256.ts'
import { hashesOn, type ReadTile, TILE_HEIGHT, TILE_WIDTH, type Tile, tileAt, tilePath } from './tiles.ts'

// The tree of the log, read from its tiles. All of it is a function of the leaves, so tiles that were lost are made again of them.

/** SHA-256 of nothing: the root of a tree without leaves. */
const EMPTY_ROOT = sha256('')

/** The tree of `size` leaves whose tiles are read so. */
export type Tree = { size: number; readTile: ReadTile }

export const rootOf = async (tree: Tree): Promise<Uint8Array> =>
  tree.size === 0 ? EMPTY_ROOT : hashOf(remembering(tree), 0, tree.size)

/** The hashes beside the way from a leaf up to the root (RFC 6962, 2.1.1). */
export async function inclusionPath(tree: Tree, index: number): Promise<Uint8Array[]> {
  if (index < 0 || index >= tree.size) throw new Error(`there is no leaf ${index} in a tree of ${tree.size}`)
  return pathTo(remembering(tree), index, 0, tree.size)
}

async function pathTo(tree: Tree, index: number, from: number, to: number): Promise<Uint8Array[]> {
  if (to - from === 1) return []
  const middle = from + leftOf(to - from)
  return index < middle
    ? [...(await pathTo(tree, index, from, middle)), await hashOf(tree, middle, to)]
    : [...(await pathTo(tree, index, middle, to)), await hashOf(tree, from, middle)]
}

/** The hashes which show that this tree is the one of its first `older` leaves, and more behind them (RFC 6962, 2.1.2). */
export async function consistencyPath(tree: Tree, older: number): Promise<Uint8Array[]> {
  if (older < 1 || older > tree.size) throw new Error(`nothing is shown of ${older} leaves in a tree of ${tree.size}`)
  return pathBehind(remembering(tree), older, 0, tree.size)
}

async function pathBehind(tree: Tree, older: number, from: number, to: number): Promise<Uint8Array[]> {
  if (older === to) return from === 0 ? [] : [await hashOf(tree, from, to)]
  const middle = from + leftOf(to - from)
  return older <= middle
    ? [...(await pathBehind(tree, older, from, middle)), await hashOf(tree, middle, to)]
    : [...(await pathBehind(tree, older, middle, to)), await hashOf(tree, from, middle)]
}

/** The hash over these leaves, which are a node of the tree. */
async function hashOf(tree: Tree, from: number, to: number): Promise<Uint8Array> {
  const count = to - from
  const left = leftOf(count)
  if (count === 1 || left * 2 === count) return fullHash(tree, from, count)
  return nodeHash(sha256, await hashOf(tree, from, from + left), await hashOf(tree, from + left, to))
}

/** The hash over a power of two of leaves: hashes that lie in one tile, folded. */
async function fullHash({ size, readTile }: Tree, from: number, count: number): Promise<Uint8Array> {
  const level = Math.floor(Math.log2(count) / TILE_HEIGHT)
  const first = from / TILE_WIDTH ** level
  const tile = await readTile(tileAt(level, Math.floor(first / TILE_WIDTH), size))
  const at = first % TILE_WIDTH
  return folded(hashesIn(tile.subarray(at * HASH_BYTES, (at + count / TILE_WIDTH ** level) * HASH_BYTES)))
}

function folded(hashes: Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) => nodeHash(sha256, level[2 * at]!, level[2 * at + 1]!))
  return level[0]!
}

const hashesIn = (tile: Uint8Array): Uint8Array[] =>
  Array.from({ length: tile.length / HASH_BYTES }, (_, at) => tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))

/** Reads each tile once. One that has become wider meanwhile begins with the same hashes. */
function remembering({ size, readTile }: Tree): Tree {
  const read = new Map<string, Promise<Uint8Array>>()
  return { size, readTile: (tile) => read.get(tilePath(tile)) ?? readOnce(tile) }

  function readOnce(tile: Tile): Promise<Uint8Array> {
    const reading = readTile(tile).then((found) => {
      const bytes = tile.width * HASH_BYTES
      if (found.length < bytes) throw new Error(`tile ${tilePath(tile)} has ${found.length} bytes`)
      return found.subarray(0, bytes)
    })
    read.set(tilePath(tile), reading)
    return reading
  }
}

/** A tile as it is after an append: new, or longer than it was. */
export type NewTile = { tile: Tile; bytes: Uint8Array }
type Grown = { size: number; root: Uint8Array; tiles: NewTile[] }

/** The tree with these leaf hashes behind its last one, and the tiles that this makes. Nothing is written. */
export async function grow(tree: Tree, leaves: readonly Uint8Array[]): Promise<Grown> {
  const size = tree.size + leaves.length
  const tiles: NewTile[] = []
  for (let level = 0, added = leaves; added.length > 0; level++) {
    const made = await tilesWith(tree, level, added)
    tiles.push(...made)
    added = made.filter(({ tile }) => tile.width === TILE_WIDTH).map(({ bytes }) => folded(hashesIn(bytes)))
  }
  const fresh = new Map(tiles.map(({ tile, bytes }) => [tilePath(tile), bytes]))
  const readTile: ReadTile = async (tile) => fresh.get(tilePath(tile)) ?? tree.readTile(tile)
  return { size, root: await rootOf({ size, readTile }), tiles }
}

/** The tiles of a level with these hashes behind its last one. */
async function tilesWith(tree: Tree, level: number, added: readonly Uint8Array[]): Promise<NewTile[]> {
  const last = tileAt(level, Math.floor(hashesOn(level, tree.size) / TILE_WIDTH), tree.size)
  const hashes = last.width > 0 ? [...hashesIn(await remembering(tree).readTile(last)), ...added] : added
  return Array.from({ length: Math.ceil(hashes.length / TILE_WIDTH) }, (_, at) => {
    const row = hashes.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)
    return { tile: { level, index: last.index + at, width: row.length }, bytes: Buffer.concat(row) }
  })
}
