import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BLOCK = 512
const FOLDER = '5'

/**
 * Unpacks a tar file as `scripts/make-template.mjs` writes it: plain files and folders, short names. Chunk by chunk:
 * the 40 MB of a cluster would stay in memory for long.
 */
export async function untar(chunks: AsyncIterable<Buffer>, folder: string) {
  const read = reader(chunks)
  for (let header = await read(BLOCK); header.length === BLOCK && header[0]; header = await read(BLOCK)) {
    const path = join(folder, field(header, 0, 100))
    const size = Number.parseInt(field(header, 124, 12), 8)
    if (field(header, 156, 1) === FOLDER) makeFolder(path)
    else await unpackFile(path, size, read)
    await read((BLOCK - (size % BLOCK)) % BLOCK)
  }
}

type Read = (atMost: number) => Promise<Buffer>

/** Waits for the chunks alone: a turn of the event loop for each of 750 small files is most of what they would take. */
async function unpackFile(path: string, size: number, read: Read) {
  const file = openSync(path, 'w', 0o600)
  try {
    for (let left = size; left > 0; ) {
      const part = await read(Math.min(left, 1024 * BLOCK))
      if (part.length === 0) throw new Error(`${path} is cut off in the template`)
      writeFileSync(file, part)
      left -= part.length
    }
  } finally {
    closeSync(file)
  }
}

/** Readable by the owner alone: these files will hold everyone's letters. */
function makeFolder(path: string) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Reads exactly as many bytes as asked for, less only at the end. */
function reader(chunks: AsyncIterable<Buffer>): Read {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (length) => {
    const parts = [rest]
    let have = rest.length
    while (have < length) {
      const { value, done } = await source.next()
      if (done) break
      parts.push(value)
      have += value.length
    }
    const all = parts.length === 1 ? rest : Buffer.concat(parts)
    rest = all.subarray(length)
    return all.subarray(0, length)
  }
}

function field(header: Buffer, start: number, length: number): string {
  const text = header.toString('utf8', start, start + length)
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}
