import { setImmediate } from 'node:timers/promises'
import type { Bytes } from '#server/platform/media/inspect/bytes.ts'
import { Broken } from './broken.ts'
import { CUTS_MOST } from './cut.ts'
import type { Cut } from './found.ts'

/** An object that is walked through once, and what was found in it that others are not given. */
export type Walk = {
  size: number
  cuts: Cut[]
  /** So many bytes, all of them inside of the object. */
  at: (start: number, length: number) => Promise<Buffer>
  /** Two bytes or more, as many as are at hand. */
  from: (start: number) => Promise<Buffer>
  /** The stretch goes: `bytes` stand in its place, zeros behind them. */
  cut: (at: number, length: number, bytes?: Buffer) => void
}

const PIECE_BYTES = 512 * 1024
/** More than the lists of any picture's parts; what an object shows at once ends there too. */
const STRETCH_BYTES_MOST = 4 * 1024 * 1024
/** A GIF of 50 MB has some 200,000 blocks; what has ten times as many was made to keep us busy. */
const STEPS_MOST = 2_000_000
const STEPS_BETWEEN_BREATHS = 10_000
/** The bytes put in place of cuts are in memory. */
const PUT_BYTES_MOST = 4 * 1024 * 1024

/** Walks over pieces, since an object lets itself be looked at only so many times. Throws `Broken`. */
export function walkOver({ size, at: fetch }: Bytes): Walk {
  const cuts: Cut[] = []
  let piece: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  let steps = 0
  let putBytes = 0
  const reach = async (start: number, length: number): Promise<Buffer> => {
    steps += 1
    if (steps > STEPS_MOST || length > STRETCH_BYTES_MOST || !isInside(start, length, size)) throw new Broken()
    if (steps % STEPS_BETWEEN_BREATHS === 0) await setImmediate()
    if (start < piece.start || start + length > piece.start + piece.bytes.length) {
      await setImmediate()
      piece = { start, bytes: await fetch(start, Math.min(size - start, Math.max(length, PIECE_BYTES))) }
    }
    return piece.bytes.subarray(start - piece.start)
  }
  const cut = (at: number, length: number, bytes?: Buffer): void => {
    if (length === 0) return
    putBytes += Math.min(bytes?.length ?? 0, length)
    if (putBytes > PUT_BYTES_MOST || cuts.length === CUTS_MOST || !isInside(at, length, size)) throw new Broken()
    cuts.push(bytes ? { at, length, bytes: bytes.subarray(0, length) } : { at, length })
  }
  return {
    size,
    cuts,
    cut,
    from: (start) => reach(start, 2),
    at: async (start, length) => (await reach(start, length)).subarray(0, length),
  }
}

const isInside = (start: number, length: number, size: number): boolean =>
  start >= 0 && length >= 0 && start + length <= size
