import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncFile } from '#server/platform/db/embedded/syncTree.ts'
import type { NamedFile } from './manifest.ts'
import { type Line, makeTally, type Tally } from './rows.ts'

/** Encrypted data does not get smaller: the little that does is worth little time. */
const GZIP = { level: 1 }

/** Writes lines as a file of this backup, on the disk when it returns; with their tally. */
export async function writeLines(
  folder: string,
  path: string,
  lines: AsyncIterable<Line>,
): Promise<{ tally: Tally; chars: number; file: NamedFile }> {
  const whole = join(folder, path)
  await mkdir(dirname(whole), { recursive: true, mode: 0o700 })
  const [tally, meter] = [makeTally(), makeMeter()]
  let chars = 0
  async function* counted() {
    for await (const line of lines) {
      tally.add(line)
      chars += line.length
      yield `${line}\n`
    }
  }
  await pipeline(Readable.from(counted()), createGzip(GZIP), meter.through, createWriteStream(whole, { mode: 0o600 }))
  await syncFile(whole)
  return { tally: tally.read(), chars, file: { path, ...meter.read() } }
}

/** The lines of such a file, in their order. Throws when it does not unpack. */
export async function* linesIn(path: string): AsyncGenerator<Line> {
  const packed = createReadStream(path)
  const unpacked = packed.pipe(createGunzip()).setEncoding('utf8')
  packed.on('error', (error) => unpacked.destroy(error))
  let rest = ''
  // Not by `readline`: to that, U+2028 ends a line, and people write it.
  for await (const piece of unpacked) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}

/** Bytes and SHA-256 of the data that passes. */
export function makeMeter() {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      bytes += piece.length
      done(null, piece)
    },
  })
  return { through, read: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Bytes and SHA-256 of a file as it lies; undefined when there is none. */
export async function measure(path: string): Promise<{ bytes: number; sha256: string } | undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      hash.update(piece)
      bytes += piece.length
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** A small file, there as a whole or not at all. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  await syncFile(dirname(path))
}
