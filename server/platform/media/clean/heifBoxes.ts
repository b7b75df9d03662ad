import { Broken } from './broken.ts'
import type { Range } from './ranges.ts'
import type { Walk } from './walk.ts'

/** A box: where it begins, where its content begins, where it ends. */
export type Box = Range & { type: string; at: number }

/** The type of boxes that no reader looks into (ISO 14496-12, 8.1.2). */
const FREE = Buffer.from('free')

/** The box that begins here, undefined where none does. */
export async function boxAt(walk: Walk, at: number, end: number): Promise<Box | undefined> {
  if (at + 8 > end) return undefined
  const head = await walk.at(at, Math.min(16, end - at))
  const said = head.readUInt32BE(0)
  const headBytes = said === 1 ? 16 : 8
  if (headBytes > head.length) return undefined
  const size = said === 1 ? Number(head.readBigUInt64BE(8)) : said || end - at
  if (size < headBytes || at + size > end) return undefined
  return { type: head.toString('latin1', 4, 8), at, start: at + headBytes, end: at + size }
}

/** The boxes between these two, which fill the place. */
export async function* boxesIn(walk: Walk, from: number, end: number): AsyncGenerator<Box> {
  for (let at = from; at < end; ) {
    const box = await boxAt(walk, at, end)
    if (!box) throw new Broken()
    yield box
    at = box.end
  }
}

/** The boxes of these types, of each one at the most: of two, readers would differ in which they believe. Others are emptied. */
export async function sortBoxes(
  walk: Walk,
  { start, end }: Range,
  types: readonly string[],
): Promise<Map<string, Box>> {
  const boxes = new Map<string, Box>()
  for await (const box of boxesIn(walk, start, end)) {
    if (boxes.has(box.type)) throw new Broken()
    if (types.includes(box.type)) boxes.set(box.type, box)
    else free(walk, box)
  }
  return boxes
}

export function free(walk: Walk, { at, start, end }: Box): void {
  walk.cut(at + 4, 4, FREE)
  walk.cut(start, end - start)
}

/** As a whole; throws `Broken` where it is longer than any list of a picture. */
export const contentOf = (walk: Walk, { start, end }: Range): Promise<Buffer> => walk.at(start, end - start)
