import type { FileRef, Parsed, ParsedEntry } from '../parsed.ts'

/** All that a page needs to know of an import before it is sent; texts and files stay in the worker until then. */
export type Outline = Pick<Parsed, 'source' | 'leftOut' | 'lost'> & {
  entries: OutlinedEntry[]
  files: { name: string; bytes: number }[]
}
export type OutlinedEntry = { source_id: string; day: string; files: FileRef[] }

export const outlineOf = ({ source, leftOut, lost, entries, files }: Parsed): Outline => ({
  source,
  leftOut,
  lost,
  entries: entries.map((entry) => ({
    source_id: entry.source_id,
    day: entry.created_at.slice(0, 10),
    files: filesOf(entry),
  })),
  files: files.map(({ name, bytes }) => ({ name, bytes })),
})

const PICTURE = /<img\b[^>]*\bdata-file="(\d+)"[^>]*>/g

/** The files of an entry in their order, each once. A poster comes before its video. */
export const filesOf = ({ items }: ParsedEntry): FileRef[] => [
  ...new Set(
    items.flatMap((item) => {
      if (item.type === 0) return [...item.html.matchAll(PICTURE)].map(([, ref]) => Number(ref))
      if (!('file' in item)) return []
      return item.poster === undefined ? [item.file] : [item.poster, item.file]
    }),
  ),
]

/** The text with what `change` makes of each of its pictures. */
export const withPictures = (html: string, change: (ref: FileRef, tag: string) => string): string =>
  html.replace(PICTURE, (tag, ref: string) => change(Number(ref), tag))
