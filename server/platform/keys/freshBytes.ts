import { randomFillSync } from 'node:crypto'

const BLOCK_BYTES = 4_096

const block = Buffer.alloc(BLOCK_BYTES)
let given = BLOCK_BYTES

/** Random bytes nobody has had before, from blocks: asking the system for a few costs a seal more than encrypting does. */
export function freshBytes(count: number): Buffer {
  if (given + count > BLOCK_BYTES) {
    randomFillSync(block)
    given = 0
  }
  const fresh = Buffer.from(block.subarray(given, given + count))
  // Bytes that were given out are not kept here.
  block.fill(0, given, given + count)
  given += count
  return fresh
}
