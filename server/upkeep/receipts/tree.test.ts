import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Of, bytesOfHex, hexOf } from '#contract/bytes.ts'
import { isConsistent, isIncluded, leafHash } from '#contract/merkle.ts'
import { sha256 } from '#server/core/sha256.ts'
import { VECTORS } from '#test/receipts/judge.ts'
import { growTo, leafOf, type Stored, treeIn } from '#test/receipts/tree.ts'
import { rounds } from '#test/thorough.ts'
import { readTilePath, tilePath } from './tiles.ts'
import { consistencyPath, grow, inclusionPath, rootOf } from './tree.ts'

/** The leaves and roots by which the authors of RFC 6962 test their own log. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const PATH_OF_FIRST = [
  '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
]
const FROM_SIX_TO_EIGHT = [
  '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
]

async function treeOfAuthors(size: number) {
  const leaves = LEAVES.slice(0, size).map((data) => leafHash(sha256, bytesOfHex(data)!))
  const { tiles } = await grow(treeIn(new Map(), 0), leaves)
  return treeIn(new Map(tiles.map(({ tile, bytes }) => [tilePath(tile), bytes])), size)
}

/** One tree that grew in steps, with the tiles of every step, and its root after each of its leaves. */
const LARGEST = 700
const stored: Stored = new Map()
const roots: Uint8Array[] = []
async function makeTree() {
  for (let size = 0; size < LARGEST; size++) {
    await growTo(stored, size, size + 1)
    roots[size + 1] = await rootOf(treeIn(stored, size + 1))
  }
}
const made = makeTree()
const size = fc.integer({ min: 1, max: LARGEST })
const place = fc.tuple(size, fc.nat()).map(([of, any]) => ({ size: of, index: any % of }))
const ages = fc.tuple(size, size).map(([one, other]) => ({ older: Math.min(one, other), newer: Math.max(one, other) }))
const RUNS = { numRuns: rounds(3_000) }

/** These bytes with one bit changed. */
const bent = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, place) => (place === Math.floor(at / 8) % bytes.length ? byte ^ (1 << (at % 8)) : byte))

async function inclusionOf({ size, index }: { size: number; index: number }) {
  await made
  const path = await inclusionPath(treeIn(stored, size), index)
  return { leaf: leafOf(index), index, size, root: roots[size]!, path }
}

describe('the tree of the log', () => {
  it('has the roots and paths of the authors of RFC 6962', async () => {
    for (const [at, root] of ROOTS.entries()) expect(hexOf(await rootOf(await treeOfAuthors(at + 1)))).toBe(root)
    const whole = await treeOfAuthors(8)
    expect((await inclusionPath(whole, 0)).map(hexOf)).toEqual(PATH_OF_FIRST)
    expect((await consistencyPath(whole, 6)).map(hexOf)).toEqual(FROM_SIX_TO_EIGHT)
    expect(hexOf(await rootOf(await treeOfAuthors(0)))).toBe(hexOf(sha256('')))
  })

  it('has the roots and tiles of Go at every size, however it grew', async () => {
    const steps: Stored = new Map()
    let from = 0
    for (const { size, root, count, tiles, sum } of VECTORS.grown) {
      const grown = await growTo(steps, from, size)
      const paths = grown.tiles.map(({ tile }) => tilePath(tile))
      expect(base64Of(grown.root)).toBe(root)
      expect(paths).toHaveLength(count)
      expect(count > 6 ? [...paths.slice(0, 3), ...paths.slice(-3)] : paths).toEqual(tiles)
      expect(hexOf(sha256(...grown.tiles.map(({ bytes }) => bytes)))).toBe(sum)
      from = size
    }
    expect(hexOf((await growTo(new Map(), 0, from)).root)).toBe(hexOf(await rootOf(treeIn(steps, from))))
  })

  it('shows every leaf at its place, and shows no changed leaf, place, root or path', async () => {
    await fc.assert(
      fc.asyncProperty(place, fc.nat(), fc.nat(), async (where, any, bit) => {
        const whole = await inclusionOf(where)
        const { path, index, size } = whole
        const other = (any % size) + (any % size >= index ? 1 : 0)
        const changed = (at: number) => path.map((hash, place) => (place === at ? bent(hash, bit) : hash))
        expect(isIncluded(sha256, whole)).toBe(true)
        expect(isIncluded(sha256, { ...whole, leaf: bent(whole.leaf, bit) })).toBe(false)
        expect(isIncluded(sha256, { ...whole, index: other })).toBe(false)
        expect(isIncluded(sha256, { ...whole, root: bent(whole.root, bit) })).toBe(false)
        expect(isIncluded(sha256, { ...whole, path: [...path, whole.root] })).toBe(false)
        if (path.length === 0) return
        expect(isIncluded(sha256, { ...whole, path: changed(any % path.length) })).toBe(false)
        expect(isIncluded(sha256, { ...whole, path: path.slice(1) })).toBe(false)
      }),
      RUNS,
    )
  })

  it('contradicts no earlier checkpoint, and a tree with a leaf changed contradicts those that have it', async () => {
    await made
    await fc.assert(
      fc.asyncProperty(ages, fc.nat(), fc.nat(), async ({ older, newer }, any, bit) => {
        const path = await consistencyPath(treeIn(stored, newer), older)
        const before = { size: older, root: roots[older]! }
        const now = { size: newer, root: roots[newer]! }
        expect(isConsistent(sha256, before, now, path)).toBe(true)
        expect(isConsistent(sha256, { ...before, root: bent(before.root, bit) }, now, path)).toBe(false)
        expect(isConsistent(sha256, before, { ...now, root: bent(now.root, bit) }, path)).toBe(false)
        expect(isConsistent(sha256, before, now, [...path, now.root])).toBe(false)
        if (path.length === 0) return
        const changed = path.map((hash, at) => (at === any % path.length ? bent(hash, bit) : hash))
        expect(isConsistent(sha256, before, now, changed)).toBe(false)
        expect(isConsistent(sha256, now, before, path)).toBe(false)
      }),
      RUNS,
    )
  })

  it('that forgets a leaf and goes on with others contradicts its own checkpoint', async () => {
    await made
    const kept: Stored = new Map()
    await growTo(kept, 0, 300)
    const forked = await grow(treeIn(kept, 300), [leafOf(7), leafOf(8)])
    for (const { tile, bytes } of forked.tiles) kept.set(tilePath(tile), bytes)
    const path = await consistencyPath(treeIn(kept, 302), 301)
    expect(isConsistent(sha256, { size: 301, root: roots[301]! }, { size: 302, root: forked.root }, path)).toBe(false)
  })

  it('is read by its older size from tiles that have grown since', async () => {
    await made
    const today: Stored = new Map()
    await growTo(today, 0, 600)
    const readTile = async (tile: Parameters<typeof tilePath>[0]) =>
      [...today].find(([path]) => path.split('.p/')[0] === tilePath({ ...tile, width: 256 }))![1]
    const path = await inclusionPath({ size: 530, readTile }, 3)
    expect(isIncluded(sha256, { leaf: leafOf(3), index: 3, size: 530, root: roots[530]!, path })).toBe(true)
  })

  it('says which tile is cut off, and reads nothing of it', async () => {
    const cut = new Map([['0/000.p/3', Buffer.alloc(64)]])
    await expect(rootOf(treeIn(cut, 3))).rejects.toThrow('tile 0/000.p/3 has 64 bytes')
    await expect(inclusionPath(treeIn(cut, 3), 3)).rejects.toThrow('there is no leaf 3 in a tree of 3')
    await expect(consistencyPath(treeIn(cut, 3), 0)).rejects.toThrow('nothing is shown of 0 leaves')
  })
})

describe('the path of a tile', () => {
  it('is that of Go, and leads back to its tile', () => {
    for (const { path, ...tile } of VECTORS.paths) {
      expect(tilePath(tile)).toBe(path)
      expect(readTilePath(path)).toEqual(tile)
    }
  })

  it('leads to one tile from one path alone', () => {
    const shape = { level: fc.nat(63), index: fc.maxSafeNat(), width: fc.integer({ min: 1, max: 256 }) }
    fc.assert(
      fc.property(fc.record(shape), (tile) => {
        expect(readTilePath(tilePath(tile))).toEqual(tile)
      }),
    )
  })

  it.each([
    '0/0',
    '00/000',
    '64/000',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '0/x000/001',
    '0/001/002',
    '0/x001',
    '0/000/',
    '/0/000',
    '0/../000',
    '0/٠٠٠',
    '0/000.p/5\n',
    `0/${'x999/'.repeat(9)}999`,
  ])('is refused where it is written in another way: %j', (path) => {
    expect(readTilePath(path)).toBeUndefined()
  })
})
