import { Broken } from './broken.ts'
import type { Item, Reference } from './heifItems.ts'

/** Coded pictures, and those that are put together of others. A JPEG as an item brings an Exif of its own: it is none. */
const PICTURES = /^(hvc1|hev1|hvt1|lhv1|av01|avc1|vvc1|vvt1|evc1|j2k1|unci|mski|grid|iden|iovl|tmap|sato)$/
/** From a thumbnail to its tiles, to their masks, to those masks' tiles. */
const STEPS = 4

/** Items that are no pictures; thumbnails, since they may show what was cut away; parts and masks of such alone. */
export function goneOf(items: Map<number, Item>, references: Reference[], primary: number): Set<number> {
  const gone = new Set([...items].filter(([, { type }]) => !PICTURES.test(type)).map(([id]) => id))
  if (gone.has(primary) || !items.has(primary)) throw new Broken()
  const parts = references.filter(({ type }) => type === 'dimg')
  const masks = references.filter(({ type, to }) => type === 'auxl' && to.length > 0)
  let unneeded = references.filter(({ type }) => type === 'thmb').map(({ from }) => from)
  for (let step = 0; step < STEPS; step++) {
    const needed = new Set(parts.filter(({ from }) => !gone.has(from)).flatMap(({ to }) => to)).add(primary)
    for (const id of unneeded) if (!needed.has(id)) gone.add(id)
    const goneParts = parts.filter(({ from }) => gone.has(from)).flatMap(({ to }) => to)
    const goneMasks = masks.filter(({ to }) => to.every((id) => gone.has(id))).map(({ from }) => from)
    unneeded = [...goneParts, ...goneMasks]
  }
  return gone
}
