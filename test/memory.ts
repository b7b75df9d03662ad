import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const CHUNK_BYTES = 16 * 1024 * 1024

/** Which of these stand anywhere in the memory that a running process may write (Linux alone, a process of this user). */
export function inMemoryOf(pid: number, wanted: Record<string, Buffer>): string[] {
  const found = new Set<string>()
  const overlap = Math.max(...Object.values(wanted).map(({ length }) => length))
  const mem = openSync(`/proc/${pid}/mem`, 'r')
  const chunk = Buffer.alloc(CHUNK_BYTES + overlap)
  for (const [from, to] of writableOf(pid)) {
    for (let at = from; at < to; at += CHUNK_BYTES) {
      const bytes = chunk.subarray(0, readAt(mem, chunk, at, Math.min(chunk.length, to - at)))
      for (const [name, value] of Object.entries(wanted)) if (bytes.includes(value)) found.add(name)
    }
  }
  closeSync(mem)
  return [...found].sort()
}

function writableOf(pid: number): [from: number, to: number][] {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8')
  const lines = [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)]
  return lines.map(([, from, to]) => [Number.parseInt(from!, 16), Number.parseInt(to!, 16)])
}

/** A piece that the process has given back meanwhile has no bytes. */
function readAt(mem: number, into: Buffer, at: number, length: number): number {
  try {
    return readSync(mem, into, 0, length, at)
  } catch {
    return 0
  }
}
