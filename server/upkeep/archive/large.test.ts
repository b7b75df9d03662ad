import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect } from 'vitest'
import type { MadeObjects } from '#server/platform/media/made.ts'
import { drill } from '#test/thorough.ts'
import { unzippers } from '#test/unzippers.ts'
import type { ArchiveFile } from './finish.ts'
import { makeBlob, readMadeFile, sumsOf } from './madeFile.ts'
import { makePlan, type Plan, zipOf } from './plan.ts'
import { splitIntoParts } from './split.ts'
import { readZip, ZIP_MOST } from './zip.ts'

const GB = 1_000_000_000
const FILES = 130_000
const LARGE = 10
const LARGE_BYTES = 0.9 * GB
const SMALL_BYTES = 500
const MOMENT = '2026-11-26 18:00:00'
const DISK_BYTES_NEEDED = 2 * GB
const ZEROS = Buffer.alloc(1024 * 1024)

/** Made objects in memory. */
function inMemory(): MadeObjects {
  const kept = new Map<string, Buffer>()
  return {
    write: async (name, bytes) => void kept.set(name, bytes),
    async *read({ name }, { start, end }) {
      yield kept.get(name)!.subarray(start, end)
    },
    remove: async (name) => void kept.delete(name),
  }
}

function* zeros(size: number): Generator<Buffer> {
  for (let at = 0; at < size; at += ZEROS.length) yield ZEROS.subarray(0, Math.min(ZEROS.length, size - at))
}

function sumsOfZeros(size: number): Pick<ArchiveFile, 'size' | 'crc' | 'sha256'> {
  const hash = createHash('sha256')
  let crc = 0
  for (const piece of zeros(size)) {
    hash.update(piece)
    crc = crc32(piece, crc)
  }
  return { size, crc, sha256: hash.digest('hex') }
}

/** As many originals of zeros as ten people have in ten years, nine gigabytes of them. */
function originals(): ArchiveFile[] {
  const [large, small] = [sumsOfZeros(LARGE_BYTES), sumsOfZeros(SMALL_BYTES)]
  return Array.from({ length: FILES }, (_, at) => {
    const sums = at % (FILES / LARGE) === 0 ? large : small
    const path = `data/originals/2026/${at + 1}-1-海边.jpg`
    return { path, ...sums, from: { key: path, ...sums } }
  })
}

/** A file that was made, in the place of the texts that the first part has. */
async function text(made: MadeObjects): Promise<ArchiveFile> {
  const blob = makeBlob('text')
  const from = [blob.add('{}\n')]
  await blob.write(made)
  return { path: 'data/json/archive.json', size: 3, ...(await sumsOf(made, from)), from }
}

/** Writes the ZIP of this plan as it would be sent; zeros are passed over, so that the file takes no room. */
async function writeSparse(made: MadeObjects, plan: Plan, path: string): Promise<number> {
  const zip = zipOf(plan)
  const content = (entry: number, { start, end }: { start: number; end: number }) => {
    const [, , , from] = plan.entries[entry]!
    return Array.isArray(from) ? readMadeFile(made, from, { start, end }) : asAsync(zeros(end - start))
  }
  const file = await open(path, 'wx')
  try {
    await writeAll(file, readZip(zip, { start: 0, end: zip.length }, content))
    await file.truncate(zip.length)
  } finally {
    await file.close()
  }
  return zip.length
}

async function* asAsync(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* pieces
}

/** Small pieces are gathered: each would be a write of its own. */
async function writeAll(file: FileHandle, pieces: AsyncIterable<Buffer>): Promise<void> {
  let [at, from, waiting] = [0, 0, [] as Buffer[]]
  const flush = async () => {
    if (waiting.length > 0) await file.write(Buffer.concat(waiting), 0, at - from, from)
    waiting = []
  }
  for await (const piece of pieces) {
    if (piece.buffer === ZEROS.buffer && piece.length === ZEROS.length) await flush()
    else {
      if (waiting.length === 0) from = at
      waiting.push(piece)
    }
    at += piece.length
    if (at - from > ZEROS.length) await flush()
  }
  await flush()
}

drill('an archive of 130,000 files and 9 GB is in parts that every program opens', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'large-'))
  try {
    const { bavail, bsize } = statfsSync(folder)
    expect(bavail * bsize).toBeGreaterThan(DISK_BYTES_NEEDED)
    const made = inMemory()
    const archive = { id: 1, askedAt: MOMENT, name: '1/1' }
    const parts = await splitIntoParts({ made, most: ZIP_MOST }, archive, [await text(made), ...originals()])
    const paths: string[] = []
    for (const part of parts) {
      const { plan, length } = makePlan(part, MOMENT)
      paths.push(join(folder, part.name))
      expect(await writeSparse(made, plan, paths.at(-1)!)).toBe(length)
      expect(statSync(paths.at(-1)!).size).toBe(length)
      expect(length).toBeLessThanOrEqual(ZIP_MOST.bytes)
      expect(part.files.length).toBeLessThanOrEqual(ZIP_MOST.entries)
    }
    // The text, both manifests and the list of the parts besides.
    expect(parts.flatMap(({ files }) => files)).toHaveLength(FILES + 4)
    expect(paths.reduce((sum, path) => sum + statSync(path).size, 0)).toBeGreaterThan(9 * GB)
    for (const [index, { files }] of parts.entries()) {
      const small = files.filter(({ size }) => size < LARGE_BYTES)
      const sample = [small[0]!, small[Math.floor(small.length / 2)]!, small.at(-1)!].map(({ path }) => path)
      for (const { name, test } of unzippers.filter(({ isHere }) => isHere))
        expect(() => test(paths[index]!, sample), name).not.toThrow()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
