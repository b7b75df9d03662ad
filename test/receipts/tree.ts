import { createHash } from 'node:crypto'
import { leafHash } from '#contract/merkle.ts'
import { sha256 } from '#server/core/sha256.ts'
import { tilePath } from '#server/upkeep/receipts/tiles.ts'
import { grow, type Tree } from '#server/upkeep/receipts/tree.ts'

/** The data of a leaf, as test/receipts/oracle.go makes them. */
export const dataOf = (index: number): Buffer => createHash('sha256').update(`leaf ${index}`).digest()
export const leafOf = (index: number): Uint8Array => leafHash(sha256, dataOf(index))

export type Stored = Map<string, Uint8Array>

/** The tree whose tiles lie here. */
export const treeIn = (stored: Stored, size: number): Tree => ({
  size,
  readTile: async (tile) => stored.get(tilePath(tile)) ?? Promise.reject(new Error(`no tile ${tilePath(tile)}`)),
})

/** Grows the tree to this size, and keeps the tiles that this makes beside the older ones. */
export async function growTo(stored: Stored, from: number, size: number) {
  const leaves = Array.from({ length: size - from }, (_, at) => leafOf(from + at))
  const grown = await grow(treeIn(stored, from), leaves)
  for (const { tile, bytes } of grown.tiles) stored.set(tilePath(tile), bytes)
  return grown
}
