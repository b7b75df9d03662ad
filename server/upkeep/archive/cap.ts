import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ARCHIVE_VERSION, type ArchiveFault, type CapContent } from '#contract/archiveFiles.ts'
import { type CapHead, capHeadText } from '#contract/cap.ts'
import { type Content, fingerprintsOf } from '#server/capsules/capsule/content.ts'
import { Fail } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { findForScrub, proofOf } from '#server/platform/media/objects.ts'
import { readUpload } from '#server/platform/media/pieces.ts'
import { openedReceipt } from '#server/upkeep/receipts/openedReceipt.ts'
import { CAP_KEY_BYTES, type CapLock, capFile } from '#server/upkeep/sunset/cap.ts'
import { wrapForMonth } from '#server/upkeep/sunset/monthKeys.ts'
import { type ItemRow, itemOf } from './items.ts'
import type { Blob, Segment } from './madeFile.ts'
import { DAMAGED, LOST } from './original.ts'
import { partsOfSealed, type SealedUpload } from './parts.ts'
import { receiptOf } from './receipts.ts'

type Making = Pick<Services, 'db' | 'keys' | 'media' | 'log'>

/**
 * A `.cap` that is made while it is sent: its key, its head and the beginning of its content, its uploads. `marks`: the last bytes of each
 * piece, so that one key never gives out two contents where an upload is another one by then.
 */
export type CapSource = {
  key: string
  head: Segment
  beginning: Segment
  uploads: [key: string, size: number][]
  marks: string
}
/** `month`: whose number opens it. */
export type Cap = {
  id: string
  month: string
  file: { path: string; size: number; crc: number; sha256: string; from: CapSource }
}

export const CAPS = 'data/sealed/'
/** A piece that is another one by chance has the same ones once in four billion. */
export const MARK_BYTES = 4

type Locking = {
  row: ItemRow
  content: Content
  proof: string | undefined
  month: { month: string; key: Uint8Array }
  blob: Blob
}
type Locked = { cap: Cap; faults: ArchiveFault[]; bytes: number }

/** An upload that is not what it was when it was first looked at. */
class WrongUpload extends Error {
  readonly key: string
  constructor(key: string) {
    super(`${key} is not what was sealed`)
    this.key = key
  }
}

/** Locks a sealed capsule under a key of its own, and that key for a month. An upload that is lost or another one is named, and left out. */
export async function lockCap(making: Making, locking: Locking): Promise<Locked> {
  const wrong = new Set<string>()
  for (;;) {
    try {
      return await lockWithout(making, locking, wrong)
    } catch (error) {
      if (!(error instanceof WrongUpload)) throw error
      wrong.add(error.key)
    }
  }
}

async function lockWithout(making: Making, locking: Locking, wrong: ReadonlySet<string>): Promise<Locked> {
  const { row, month, blob } = locking
  const { index, uploads, faults } = await indexOf(making, locking, wrong)
  const beginning = Buffer.from(`${JSON.stringify(index)}\n`)
  const key = randomBytes(CAP_KEY_BYTES)
  const bytes = uploads.reduce((sum, { stored }) => sum + stored.size, beginning.length)
  const wrap = wrapForMonth(month.key, month.month, key)
  const head: CapHead = { bytes, sealed: { id: String(row.id), month: month.month, wrap } }
  const { marks, ...sums } = await sumsOf({ key, head }, plain(making, beginning, uploads))
  const from = {
    key: key.toString('base64'),
    head: blob.add(capHeadText(head)),
    beginning: blob.add(beginning),
    uploads: uploads.map(({ stored }): [string, number] => [stored.key, stored.size]),
    marks,
  }
  const file = { path: `${CAPS}${row.id}.cap`, ...sums, from }
  return { cap: { id: String(row.id), month: month.month, file }, faults, bytes }
}

/** The first line of the content, and the files that follow it. */
async function indexOf(
  making: Making,
  { row, content, proof }: Locking,
  wrong: ReadonlySet<string>,
): Promise<{ index: CapContent; uploads: SealedUpload[]; faults: ArchiveFault[] }> {
  const item = itemOf(making, row, content)
  const found = await partsOfSealed({ row, item, items: content.content }, (key) => lookAt(making, key, wrong))
  item.parts = found.parts
  const opened = proof && openedReceipt(making.log, row, content)
  const sumOf = fingerprintsOf(content.content)
  const sums = found.uploads.flatMap(({ path, stored }) => {
    const sha256 = sumOf(stored.key)
    return sha256 ? [{ path, sha256 }] : []
  })
  if (opened) item.receipt = receiptOf(opened, proof, sums)
  const files = found.uploads.map(({ path, stored }) => ({ path, bytes: stored.size }))
  return { ...found, index: { version: ARCHIVE_VERSION, item, files } }
}

/** An upload that lies in the store at its length. Throws where the store does not answer. */
async function lookAt(making: Making, key: string, wrong: ReadonlySet<string>) {
  if (wrong.has(key)) return { why: DAMAGED }
  const stored = await findForScrub(making, key)
  const size = stored && (await making.media.sizeOf(key))
  if (!stored || size === undefined) return { why: LOST }
  return size === stored.size ? stored : { why: DAMAGED }
}

async function* plain(
  making: Making,
  beginning: Buffer,
  uploads: readonly SealedUpload[],
): AsyncGenerator<Buffer, void, undefined> {
  yield beginning
  for (const upload of uploads) yield* proven(making, upload)
}

/** The bytes of an upload; throws `WrongUpload` at their end where they are not those that were first looked at. */
async function* proven({ keys, media }: Making, { stored }: SealedUpload): AsyncGenerator<Buffer, void, undefined> {
  const hash = createHash('sha256')
  try {
    for await (const piece of readUpload(media, stored, { start: 0, end: stored.size })) {
      hash.update(piece)
      yield piece
    }
  } catch (error) {
    throw error instanceof Fail ? error : new WrongUpload(stored.key)
  }
  if (stored.proof && !proofOf(keys, stored.key, hash.digest('hex')).equals(stored.proof))
    throw new WrongUpload(stored.key)
}

async function sumsOf(lock: CapLock, content: AsyncIterable<Buffer>) {
  const [hash, marks]: [ReturnType<typeof createHash>, Buffer[]] = [createHash('sha256'), []]
  let [crc, size] = [0, 0]
  for await (const bytes of capFile(lock, content)) {
    hash.update(bytes)
    crc = crc32(bytes, crc)
    if (size > 0) marks.push(bytes.subarray(-MARK_BYTES))
    size += bytes.length
  }
  return { size, crc, sha256: hash.digest('hex'), marks: Buffer.concat(marks).toString('base64') }
}
