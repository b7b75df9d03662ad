import { isBlank } from '#contract/content.ts'
import type { FileRef, Parsed, ParsedEntry, ParsedItem } from '../parsed.ts'

/** All that a page needs to know of an import before it is sent; texts and files stay in the worker until then. */
export type Outline = Pick<Parsed, 'source' | 'leftOut' | 'lost'> & {
  entries: OutlinedEntry[]
  files: { name: string; bytes: number }[]
}
/** `hasWords`: something of it is left without its files. */
export type OutlinedEntry = { source_id: string; day: string; files: FileRef[]; hasWords: boolean }

export const outlineOf = ({ source, leftOut, lost, entries, files }: Parsed): Outline => ({
  source,
  leftOut,
  lost,
  entries: entries.map((entry) => ({
    source_id: entry.source_id,
    day: entry.created_at.slice(0, 10),
    files: filesOf(entry),
    hasWords: entry.items.some(hasWords),
  })),
  files: files.map(({ name, bytes }) => ({ name, bytes })),
})

const hasWords = (item: ParsedItem): boolean =>
  item.type === 5 || (item.type === 0 && !isBlank(withPictures(item.html, (_ref, tag) => altOf(tag) ?? '')))

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

/** The words that say a picture to somebody who does not see it: what it leaves where it does not come along. */
export const altOf = (tag: string): string | undefined => /\salt="([^"]*)"/.exec(tag)?.[1]
