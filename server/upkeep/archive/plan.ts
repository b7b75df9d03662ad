import { crc32 } from 'node:zlib'
import { CODE } from '#contract/codes.ts'
import { Fail } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { Damaged, type Span, Vanished } from '#server/platform/media/disk/reading.ts'
import type { MadeObjects, OpenedChunks } from '#server/platform/media/made.ts'
import { findForScrub } from '#server/platform/media/objects.ts'
import { readUpload } from '#server/platform/media/pieces.ts'
import type { CapSource } from './cap.ts'
import type { ArchiveFile } from './finish.ts'
import { type MadeFile, readMadeFile } from './madeFile.ts'
import type { Original } from './original.ts'
import { readCap } from './readCap.ts'
import type { PlannedPart } from './split.ts'
import { planZip, readZip, type ZipEntry, type ZipPlan } from './zip.ts'

/** An entry as it is kept: name, size, CRC-32, and its made file, the key of an upload, or how it is made while it is sent. */
type Entry = [name: string, size: number, crc: number, from: MadeFile | string | CapSource]
export type Plan = { moment: string; entries: Entry[] }

export function makePlan({ files }: PlannedPart, moment: string): { plan: Plan; length: number } {
  const entries = files.map(({ path, size, crc, from }): Entry => [path, size, crc, isUpload(from) ? from.key : from])
  const plan = { moment, entries }
  return { plan, length: zipOf(plan).length }
}

const isUpload = (from: ArchiveFile['from']): from is Original => 'sha256' in from

export const zipOf = ({ moment, entries }: Plan): ZipPlan =>
  planZip(
    entries.map(([name, size, crc]): ZipEntry => ({ name, size, crc })),
    moment,
  )

type Reading = Pick<Services, 'db' | 'keys' | 'media'> & { made: MadeObjects }

/** The bytes of the ZIP; uploads are read from the store while they are sent. Throws `DamagedEntry` where one is gone or another. */
export function readPlanned(reading: Reading, plan: Plan, zip: ZipPlan, span: Span) {
  const opened: OpenedChunks = new Map()
  return readZip(zip, span, (entry, within) => readEntry(reading, plan.entries[entry]!, { ...within, opened }))
}

/** An upload is no longer what it was when it was planned. */
export class DamagedEntry extends Error {
  readonly path: string
  constructor(path: string, cause?: unknown) {
    super(`${path} cannot be sent as it was planned`, { cause })
    this.path = path
  }
}

async function* readEntry(reading: Reading, entry: Entry, { start, end, opened }: Span & { opened: OpenedChunks }) {
  const [path, size, crc, from] = entry
  if (Array.isArray(from)) return yield* readMadeFile(reading.made, from, { start, end }, opened)
  try {
    if (typeof from !== 'string') yield* readCap(reading, from, { start, end, opened })
    else yield* readOriginal(reading, { key: from, size, crc }, { start, end })
  } catch (error) {
    throw isDamage(error) ? new DamagedEntry(path, error) : error
  }
}

type Planned = { key: string; size: number; crc: number }

async function* readOriginal(reading: Reading, { key, size, crc }: Planned, { start, end }: Span) {
  const object = await findForScrub(reading, key)
  if (!object) throw new Damaged(key)
  const bytes = readUpload(reading.media, object, { start, end })
  // The disk holds each chunk against its tag; a bucket gives any bytes that lie there.
  const isUnproved = reading.media.kind !== 'disk' && start === 0 && end === size
  yield* isUnproved ? heldAgainst(bytes, { key, crc }) : bytes
}

/** The last piece is given only when all have this sum: what was flipped arrives nowhere as if it were whole. */
async function* heldAgainst(bytes: AsyncIterable<Buffer>, { key, crc }: { key: string; crc: number }) {
  let [held, sum]: [Buffer | undefined, number] = [undefined, 0]
  for await (const piece of bytes) {
    if (held) yield held
    sum = crc32(piece, sum)
    held = piece
  }
  if (sum !== crc) throw new Damaged(key)
  if (held) yield held
}

/** A store that does not answer says nothing of what lies in it. */
const isDamage = (error: unknown): boolean =>
  error instanceof Damaged || error instanceof Vanished || (error instanceof Fail && error.code === CODE.missing)
