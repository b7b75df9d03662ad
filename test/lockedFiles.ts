import { randomBytes } from 'node:crypto'
import type { ArchiveItem } from '#contract/archiveFiles.ts'
import type { MonthNumber } from '#contract/monthNumbers.ts'
import { capFile } from '#server/upkeep/sunset/cap.ts'
import { numberOfSeed, publicKeyOf, wrapForMonth } from '#server/upkeep/sunset/monthKeys.ts'
import { ITEMS } from './archiveFolder.ts'

const SEED = Buffer.alloc(32, 9)

/** The number of a month, of a seed of tests. */
export const monthNumber = (from: string): MonthNumber => ({ number: new Uint8Array(numberOfSeed(from, SEED)), from })

/** An item as it is sealed, and with it the files at these paths: a `.cap` that opens in this month. */
export async function makeCap(item: ArchiveItem, files: Map<string, Buffer>, month: string): Promise<Buffer> {
  const sizes = [...files].map(([path, { length }]) => ({ path, bytes: length }))
  const line = Buffer.from(`${JSON.stringify({ version: 1, item, files: sizes })}\n`)
  const content = Buffer.concat([line, ...files.values()])
  const key = randomBytes(32)
  const wrap = wrapForMonth(publicKeyOf(monthNumber(month).number), month, key)
  return whole(capFile({ key, head: { bytes: content.length, sealed: { id: item.id, month, wrap } } }, once(content)))
}

/** Content under a key that is in somebody's hands. */
export const lockedFile = (content: Buffer, key: Buffer): Promise<Buffer> =>
  whole(capFile({ key, head: { bytes: content.length } }, once(content)))

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** One of the archive's items, as it was before its day. */
export function sealedItem(title: string): ArchiveItem {
  const item = ITEMS.find((item) => item.title === title)!
  return { ...item, state: 'sealed', opened_at: '', public: false, loves: 0, reply: null, judgement: null }
}
