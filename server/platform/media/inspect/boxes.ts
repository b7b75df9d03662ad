import { type Bytes, broken } from './bytes.ts'

/** One box of an MP4 or QuickTime file and what is in it; `at` and `start`: its head and its content, as counted in its parent's. */
export type Box = { type: string; at: number; start: number; body: Buffer }

const CHILDREN_MOST = 2000

/** The box that begins here: where its content begins and where it ends. */
export async function boxAt(bytes: Bytes, at: number): Promise<{ type: string; start: number; end: number }> {
  const left = bytes.size - at
  const head = headOf(await bytes.at(at, Math.min(16, left)), left)
  return { type: head.type, start: at + head.length, end: at + head.size }
}

/** The boxes inside of a box. */
export function children(body: Buffer): Box[] {
  const boxes: Box[] = []
  // QuickTime ends some lists with four zero bytes.
  for (let at = 0; at + 8 <= body.length; ) {
    const { type, length, size } = headOf(body.subarray(at), body.length - at)
    boxes.push({ type, at, start: at + length, body: body.subarray(at + length, at + size) })
    if (boxes.length > CHILDREN_MOST) throw broken()
    at += size
  }
  return boxes
}

export const only = <B extends Box>(boxes: B[], type: string): B[] => boxes.filter((box) => box.type === type)

/** The one box of this type; where there are two, players would differ in which they believe. */
export function one<B extends Box>(boxes: B[], type: string): B {
  const [box, second] = only(boxes, type)
  if (!box || second) throw broken()
  return box
}

/** A number of four or eight bytes; all ones means unknown, which is nothing. */
export function numberAt(body: Buffer, at: number, bytes: 4 | 8): number {
  if (bytes === 4) return body.readUInt32BE(at) === 0xffffffff ? 0 : body.readUInt32BE(at)
  const value = body.readBigUInt64BE(at)
  return value === 0xffffffffffffffffn ? 0 : Number(value)
}

/** Where each entry of a counted table begins; a table that is cut off is broken. */
export function* entries(body: Buffer, step: number): Generator<number> {
  const count = body.readUInt32BE(4)
  if (8 + count * step > body.length) throw broken()
  for (let index = 0; index < count; index++) yield 8 + index * step
}

/** Type, length of the head, size of the whole: 1 says that eight bytes follow, 0 that it goes to the end. */
function headOf(bytes: Buffer, left: number): { type: string; length: number; size: number } {
  const said = bytes.readUInt32BE(0)
  const type = bytes.toString('latin1', 4, 8)
  const length = said === 1 ? 16 : 8
  const size = said === 1 ? Number(bytes.readBigUInt64BE(8)) : said || left
  if (size < length || size > left) throw broken()
  return { type, length, size }
}
