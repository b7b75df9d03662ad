import { Broken } from './broken.ts'
import { type Box, boxesIn, contentOf } from './heifBoxes.ts'
import type { Range } from './ranges.ts'
import type { Walk } from './walk.ts'

/** Of what kind an item is, where that stands, and where its names end that follow. */
export type Item = Range & { type: string }
export type Reference = { type: string; from: number; to: number[] }
/** Where an item's bytes lie: in the object or in the box `idat`; nowhere if they come from other items. */
type Places = Map<number, Range[]>

/** An item of a picture in tiles has one extent each; extents that take no bytes themselves could be billions. */
const EXTENTS_MOST = 100_000
/** To all items together; each of them is gone through some times at once. */
const REFERENCES_MOST = 100_000
const FIELD_BYTES = [0, 4, 8]

/** ISO 14496-12, 8.11.6. Only its versions 2 and 3 know kinds of items. */
export async function itemsIn(walk: Walk, iinf: Box): Promise<Map<number, Item>> {
  const items = new Map<number, Item>()
  const isLong = (await contentOf(walk, iinf))[0] !== 0
  for await (const { type, start, end } of boxesIn(walk, iinf.start + (isLong ? 8 : 6), iinf.end)) {
    const head = await walk.at(start, Math.min(14, end - start))
    const version = head[0]
    if (type !== 'infe' || (version !== 2 && version !== 3)) throw new Broken()
    const id = idAt(head, 4, version === 3)
    const typeAt = version === 3 ? 10 : 8
    if (items.has(id)) throw new Broken()
    items.set(id, { type: head.toString('latin1', typeAt, typeAt + 4), start: start + typeAt, end })
  }
  return items
}

/** ISO 14496-12, 8.11.12. */
export async function referencesIn(walk: Walk, iref: Box): Promise<Reference[]> {
  const references: Reference[] = []
  const isLong = (await contentOf(walk, iref))[0] !== 0
  const idBytes = isLong ? 4 : 2
  let all = 0
  for await (const box of boxesIn(walk, iref.start + 4, iref.end)) {
    const content = await contentOf(walk, box)
    const count = content.readUInt16BE(idBytes)
    all += count
    if (all > REFERENCES_MOST) throw new Broken()
    const to = Array.from({ length: count }, (_, index) => idAt(content, idBytes * (index + 1) + 2, isLong))
    references.push({ type: box.type, from: idAt(content, 0, isLong), to })
  }
  return references
}

/** ISO 14496-12, 8.11.3. Extents of no length are ranges that are empty. */
export async function placesIn(walk: Walk, iloc: Box, idat: Box | undefined): Promise<Places> {
  const content = await contentOf(walk, iloc)
  const version = content[0]!
  const sizes = [4, 4, 5, 5].map((at, index) => (index % 2 === 0 ? content[at]! >> 4 : content[at]! & 15))
  const [offsetBytes, lengthBytes, baseBytes] = sizes as [number, number, number]
  const indexBytes = version > 0 ? sizes[3]! : 0
  if (version > 2 || [...sizes.slice(0, 3), indexBytes].some((bytes) => !FIELD_BYTES.includes(bytes)))
    throw new Broken()
  let at = 6
  const field = (bytes: number): number => {
    at += bytes
    return numberAt(content, at - bytes, bytes)
  }
  const idBytes = version === 2 ? 4 : 2
  const places: Places = new Map()
  let extents = 0
  for (let left = field(idBytes); left > 0; left--) {
    const id = field(idBytes)
    const method = version > 0 ? field(2) & 15 : 0
    const source = sourceOf(walk, method, idat)
    // Which file it is in: readers take this one, whatever stands there.
    field(2)
    const base = field(baseBytes)
    const count = field(2)
    extents += count
    if (extents > EXTENTS_MOST || places.has(id)) throw new Broken()
    const ranges = Array.from({ length: count }, () => {
      at += indexBytes
      const start = source.start + base + field(offsetBytes)
      return { start, end: start + field(lengthBytes) }
    })
    const isOfItems = method === 2
    if (!isOfItems && ranges.some(({ end }) => end > source.end)) throw new Broken()
    places.set(id, isOfItems ? [] : ranges)
  }
  return places
}

function sourceOf(walk: Walk, method: number, idat: Box | undefined): Range {
  if (method > 2 || (method === 1 && !idat)) throw new Broken()
  return method === 1 ? idat! : { start: 0, end: walk.size }
}

const idAt = (bytes: Buffer, at: number, isLong: boolean): number =>
  isLong ? bytes.readUInt32BE(at) : bytes.readUInt16BE(at)

function numberAt(bytes: Buffer, at: number, length: number): number {
  if (length === 8) return Number(bytes.readBigUInt64BE(at))
  return length === 0 ? 0 : bytes.readUIntBE(at, length)
}
