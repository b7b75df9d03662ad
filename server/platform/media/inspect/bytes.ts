import { setImmediate } from 'node:timers/promises'
import { UPLOAD } from '#contract/upload.ts'
import { busy, refuse } from '#server/core/fail.ts'

export type Read = (start: number, end: number) => Promise<Buffer>
/** Looks at a stretch of an object; callers go forward only, so each byte is fetched at most twice. */
export type Bytes = { size: number; at: (start: number, length: number) => Promise<Buffer> }

export const broken = () => refuse(UPLOAD.unknownVideo)

const WINDOW_BYTES = 512 * 1024
/** More than the index of a minute ever needs; what is larger was made to fill the memory. */
const STRETCH_BYTES_MOST = 4 * 1024 * 1024
/** A minute has some 15,000 frames and sounds at the most. */
const LOOKS_MOST = 200_000
const LOOKS_BETWEEN_BREATHS = 1000
const WHOLE_LIMIT_MS = 30_000

/** The object in windows, with an end to how often, how much and how long anybody looks. */
export function bytesOver(size: number, read: Read): Bytes {
  const fetch = withDeadline(read)
  let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  let looks = 0
  const at = async (start: number, length: number): Promise<Buffer> => {
    looks += 1
    if (looks > LOOKS_MOST || length > STRETCH_BYTES_MOST || start + length > size) throw broken()
    if (looks % LOOKS_BETWEEN_BREATHS === 0) await setImmediate()
    if (start < window.start || start + length > window.start + window.bytes.length) {
      window = { start, bytes: await fetch(start, Math.min(size, start + Math.max(length, WINDOW_BYTES))) }
    }
    const from = start - window.start
    if (window.bytes.length < from + length) throw broken()
    return window.bytes.subarray(from, from + length)
  }
  return { size, at }
}

/** A store that answers too slowly is busy; that says nothing against the object. */
export function withDeadline(read: Read): Read {
  const end = performance.now() + WHOLE_LIMIT_MS
  return async (start, stop) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(busy()), end - performance.now())
    })
    return Promise.race([read(start, stop), late]).finally(() => clearTimeout(timer))
  }
}
