import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { capBytes, capHeadText } from '#contract/cap.ts'
import { keptKeyOf, keptNameOf } from '#contract/keptCode.ts'
import { sha256 } from '#server/core/sha256.ts'
import type { Services } from '#server/platform/context.ts'
import { syncFile } from '#server/platform/db/embedded/syncTree.ts'
import { nothingIfMissing } from '#server/platform/media/disk/files.ts'
import { openMadeObjects } from '#server/platform/media/made.ts'
import { capFile } from '#server/upkeep/sunset/cap.ts'
import type { Kept } from './kept.ts'
import { readText } from './madeFile.ts'
import { type Plan, readPlanned, zipOf } from './plan.ts'

/** A folder that any static server gives out, and the address at which it does. */
export type Place = { to: string; at: string }

const OPENER = 'OPEN-ME.html'
/** All files bear this time: theirs would say in which order they were written. */
const NO_TIME = new Date('2000-01-01T00:00:00Z')

/** The page that opens the files lies beside them. */
export async function writeOpener({ webDir }: Services['config'], { to }: Place): Promise<void> {
  await mkdir(to, { recursive: true })
  await copyFile(join(webDir, '..', 'reader', OPENER), join(to, OPENER))
}

/** Writes the parts of an archive that are not there yet, each whole or not at all; how many bytes all of them have. */
export async function writeParts(services: Services, to: string, { code, parts }: Kept): Promise<number> {
  const reading = { ...services, made: openMadeObjects(services) }
  let bytes = 0
  for (const [index, part] of parts.entries()) {
    const plan = JSON.parse(await readText(reading.made, [part.plan])) as Plan
    const zip = zipOf(plan)
    const head = { bytes: zip.length }
    const path = join(to, keptNameOf(sha256, code, index + 1))
    const size = capBytes(capHeadText(head).length, head.bytes)
    bytes += size
    if ((await stat(path).catch(nothingIfMissing))?.size === size) continue
    const lock = { key: Buffer.from(keptKeyOf(sha256, code, index + 1)), head }
    await writeWhole(path, capFile(lock, readPlanned(reading, plan, zip, { start: 0, end: zip.length })))
  }
  return bytes
}

async function writeWhole(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const part = `${path}.part`
  await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(part))
  await utimes(part, NO_TIME, NO_TIME)
  await syncFile(part)
  await rename(part, path)
}

export async function removeParts(to: string, code: Uint8Array, parts: number): Promise<void> {
  for (let part = 1; part <= parts; part++) {
    const path = join(to, keptNameOf(sha256, code, part))
    for (const name of [path, `${path}.part`]) await rm(name, { force: true })
  }
}
