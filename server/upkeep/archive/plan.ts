import type { Services } from '#server/platform/context.ts'
import type { Span } from '#server/platform/media/disk/reading.ts'
import type { MadeObjects, OpenedChunks } from '#server/platform/media/made.ts'
import { findForScrub } from '#server/platform/media/objects.ts'
import { readUpload } from '#server/platform/media/pieces.ts'
import { type MadeFile, readMadeFile } from './madeFile.ts'
import type { PlannedPart } from './split.ts'
import { planZip, readZip, type ZipEntry, type ZipPlan } from './zip.ts'

/** An entry as it is kept: name, size, CRC-32, and its made file or the key of an upload. */
type Entry = [name: string, size: number, crc: number, from: MadeFile | string]
export type Plan = { moment: string; entries: Entry[] }

export function makePlan({ files }: PlannedPart, moment: string): { plan: Plan; length: number } {
  const entries = files.map(
    ({ path, size, crc, from }): Entry => [path, size, crc, Array.isArray(from) ? from : from.key],
  )
  const plan = { moment, entries }
  return { plan, length: zipOf(plan).length }
}

export const zipOf = ({ moment, entries }: Plan): ZipPlan =>
  planZip(
    entries.map(([name, size, crc]): ZipEntry => ({ name, size, crc })),
    moment,
  )

type Reading = Pick<Services, 'db' | 'keys' | 'media'> & { made: MadeObjects }

/** The bytes of the ZIP; uploads are read from the store while they are sent. Throws where one is gone. */
export function readPlanned(reading: Reading, plan: Plan, zip: ZipPlan, span: Span) {
  const opened: OpenedChunks = new Map()
  return readZip(zip, span, (entry, within) => readEntry(reading, plan.entries[entry]!, { ...within, opened }))
}

async function* readEntry(
  reading: Reading,
  [, , , from]: Entry,
  { start, end, opened }: Span & { opened: OpenedChunks },
) {
  if (typeof from !== 'string') return yield* readMadeFile(reading.made, from, { start, end }, opened)
  const object = await findForScrub(reading, from)
  if (!object) throw new Error(`upload ${from} is gone`)
  yield* readUpload(reading.media, object, { start, end })
}
