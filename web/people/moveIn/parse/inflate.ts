import { NotReadable } from '../parsed.ts'
import { crc32 } from './crc32.ts'

export const ZIP_DAMAGED = '这个ZIP文件不完整或已损坏，请重新导出后再试'

/** Bytes as they lie in a ZIP, and what its directory says of their content. */
export type Packed = { blob: Blob; deflated: boolean; size: number; crc: number }

/**
 * The content, as many bytes as the directory has promised and not one more: a longer one is dropped while it comes, whatever it
 * would have become. Throws NotReadable when length or checksum differ.
 */
export async function inflate({ blob, deflated, size, crc }: Packed): Promise<Blob> {
  // Kept as pieces of a Blob, which a browser may put on the disk.
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let [length, sum] = [0, 0]
  for await (const piece of streamOf(blob, deflated)) {
    length += piece.length
    if (length > size) throw new NotReadable(ZIP_DAMAGED)
    sum = crc32(piece, sum)
    pieces.push(piece)
  }
  if (length !== size || sum !== crc) throw new NotReadable(ZIP_DAMAGED)
  return new Blob(pieces)
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

async function* streamOf(blob: Blob, deflated: boolean): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const stored: Bytes = blob.stream()
  const reader = (deflated ? stored.pipeThrough(new DecompressionStream('deflate-raw')) : stored).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new NotReadable(ZIP_DAMAGED, { cause: error })
      })
      if (done) return
      yield value
    }
  } finally {
    // Without waiting: a stream that has failed may never answer.
    reader.cancel().catch(() => undefined)
  }
}
