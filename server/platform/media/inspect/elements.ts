import { lengthAt } from '#contract/vint.ts'
import { type Bytes, broken } from './bytes.ts'

/** Elements that only hold others (RFC 9559, 5): Segment, Info, Tracks, TrackEntry, Cluster, BlockGroup. */
export const ENTERED = new Set([0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0])
const HEAD_BYTES = 12

/** An element of WebM or Matroska: where it begins, its content, its end at the latest. `isOpen`: it does not know its length. */
export type Element = { id: number; at: number; start: number; end: number; isOpen: boolean }

/** The element that begins here; undefined of a recording that was cut off, which ends with part of a head. */
export async function elementAt(bytes: Bytes, at: number): Promise<Element | undefined> {
  const head = await bytes.at(at, Math.min(HEAD_BYTES, bytes.size - at))
  const idBytes = Math.clz32(head[0]!) - 23
  if (idBytes > 4) throw broken()
  const length = idBytes < head.length ? lengthAt(head, idBytes) : undefined
  if (!length) return undefined
  const start = at + length.next
  const isOpen = length.length === 2 ** (7 * (length.next - idBytes)) - 1
  return {
    id: head.readUIntBE(0, idBytes),
    at,
    start,
    end: Math.min(bytes.size, start + length.length),
    isOpen,
  }
}
