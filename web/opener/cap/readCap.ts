import type { ArchiveItem, ArchivePart } from '#contract/archiveFiles.ts'
import { CAP_PIECE_BYTES } from '#contract/cap.ts'
import type { Pieces } from '../pieces.ts'
import { type Files, takeContent } from './takeContent.ts'

/** `damaged`: the numbers of pieces, the first is 0. */
export type Read = { item: ArchiveItem; files: Files; damaged: number[] }
export type Unread = { damaged: number[] }
type Reading = { bytes: number; signal: AbortSignal; tell: (piece: number) => void }

/** The item alone, quickly; undefined where a piece with it is damaged. */
export async function readItem({ count, piece }: Pieces): Promise<ArchiveItem | undefined> {
  const content = takeContent()
  for (let index = 0; index < count && !content.item(); index++) {
    const plain = await piece(index)
    if (!plain) return undefined
    content.put(plain)
  }
  return content.item()
}

/** All of it. A damaged piece takes the files that lie in it, and the whole where the item does. */
export async function readCap({ count, piece }: Pieces, { bytes, signal, tell }: Reading): Promise<Read | Unread> {
  const content = takeContent()
  const damaged: number[] = []
  for (let index = 0; index < count; index++) {
    signal.throwIfAborted()
    tell(index)
    const plain = await piece(index)
    if (plain) content.put(plain)
    else damaged.push(index)
    if (!content.item() && !plain) return { damaged }
    if (!plain) content.lose(Math.min(CAP_PIECE_BYTES, bytes - index * CAP_PIECE_BYTES))
  }
  const item = content.item()
  return item ? { item, files: content.files, damaged } : { damaged: [count - 1] }
}

/** The item with those of its files named that are damaged. */
export const withLost = (item: ArchiveItem, files: Files, why: string): ArchiveItem => ({
  ...item,
  parts: item.parts.map((part: ArchivePart) =>
    'path' in part && part.path && !part.missing && !files.get(part.path) ? { ...part, missing: why } : part,
  ),
})
