import { type Sha256, sameBytes } from './bytes.ts'

// The tree of a log (RFC 6962, 2.1). Sizes and places are numbers beyond 32 bits, so nothing here counts in bits.

/** A leaf and a node of the tree can never be taken for each other. */
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export const leafHash = (sha256: Sha256, data: Uint8Array): Uint8Array => sha256(LEAF, data)
export const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array => sha256(NODE, left, right)

/** How many leaves stand in the left half of a tree of more than one: the largest power of two below its size. */
export function leftOf(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

const isCount = (number: number): boolean => Number.isSafeInteger(number) && number >= 0

/** A leaf's place in the tree of `size` leaves with this root. */
export type Inclusion = { leaf: Uint8Array; index: number; size: number; root: Uint8Array; path: readonly Uint8Array[] }

/** Whether the path leads from the leaf, at its place, to the root. */
export function isIncluded(sha256: Sha256, { leaf, index, size, root, path }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size) return false
  const found = rootOver(sha256, leaf, index, size, path)
  return found !== undefined && sameBytes(found, root)
}

/** The root above this leaf; undefined when the path has another length. Its last hash is the root's other child. */
function rootOver(
  sha256: Sha256,
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Uint8Array | undefined {
  if (size === 1) return path.length === 0 ? leaf : undefined
  const sibling = path.at(-1)
  if (!sibling) return undefined
  const left = leftOf(size)
  const isLeft = index < left
  const below = rootOver(sha256, leaf, isLeft ? index : index - left, isLeft ? left : size - left, path.slice(0, -1))
  if (!below) return undefined
  return isLeft ? nodeHash(sha256, below, sibling) : nodeHash(sha256, sibling, below)
}

export type TreeHead = { size: number; root: Uint8Array }

/** Whether the newer tree is the older one with leaves added behind it. Nothing is behind an empty one, and nothing is shown of it. */
export function isConsistent(sha256: Sha256, older: TreeHead, newer: TreeHead, path: readonly Uint8Array[]): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size < 1 || older.size > newer.size) return false
  const found = rootsOver(sha256, older, newer.size, path, true)
  return found !== undefined && sameBytes(found.older, older.root) && sameBytes(found.newer, newer.root)
}

/** Both roots over the same hashes. `isWhole`: the older tree is all on the left so far, and its root is known without the path. */
function rootsOver(
  sha256: Sha256,
  older: TreeHead,
  size: number,
  path: readonly Uint8Array[],
  isWhole: boolean,
): { older: Uint8Array; newer: Uint8Array } | undefined {
  const last = path.at(-1)
  if (older.size === size) {
    if (isWhole) return path.length === 0 ? { older: older.root, newer: older.root } : undefined
    return path.length === 1 && last ? { older: last, newer: last } : undefined
  }
  if (!last) return undefined
  const left = leftOf(size)
  const rest = path.slice(0, -1)
  if (older.size <= left) {
    const below = rootsOver(sha256, older, left, rest, isWhole)
    return below && { older: below.older, newer: nodeHash(sha256, below.newer, last) }
  }
  const below = rootsOver(sha256, { ...older, size: older.size - left }, size - left, rest, false)
  return below && { older: nodeHash(sha256, last, below.older), newer: nodeHash(sha256, last, below.newer) }
}
