import type { ImportSource } from '#contract/importSource.ts'
import { DESCRIPTION_MAX_CHARS } from '#contract/limits.ts'
import { DAY_MS, formatChina, parseChina } from '#contract/time.ts'
import { type LeftOut, NotReadable, type Parsed, type ParsedEntry, type ParsedFile } from '../parsed.ts'
import type { Folder, ReadOptions, SourceRead } from './folder.ts'
import { openFiles } from './openFiles.ts'
import { partsOf, titleOf } from './parts.ts'
import { shortId } from './shortId.ts'

type Reader = (folder: Folder, options: ReadOptions) => Promise<SourceRead>

/** Each source's code is loaded when somebody comes from there. */
const READERS: Record<ImportSource, () => Promise<Reader>> = {
  dayone: async () => (await import('./dayone.ts')).readDayOne,
  markdown: async () => (await import('./markdown.ts')).readMarkdown,
  flomo: async () => (await import('./flomo.ts')).readFlomo,
  archive: async () => (await import('./archive.ts')).readArchive,
}

/** All that these files hold, ready to be sent. Throws NotReadable, with a sentence for people, when they cannot be taken at all. */
export async function parseImport(source: ImportSource, files: File[], options: ReadOptions): Promise<Parsed> {
  try {
    const read = await READERS[source]()
    return ready(source, await read(await openFiles(files, { isArchive: source === 'archive' }), options), options.now)
  } catch (error) {
    if (error instanceof NotReadable) throw error
    // A file that was moved or changed since it was chosen, or more than this device's memory holds.
    throw new NotReadable('读不出这些文件，请重新选择后再试', { cause: error })
  }
}

/** Every entry within the bounds of a diary, each once, the oldest first; and the files that they name, and no others. */
function ready(source: ImportSource, { entries, files, leftOut, lost }: SourceRead, now: Date): Parsed {
  const left = [...leftOut]
  const dated = entries.flatMap((entry) => {
    const titled = {
      ...entry,
      long_tag: titleOf(entry.long_tag),
      description: titleOf(entry.description, DESCRIPTION_MAX_CHARS),
    }
    const created_at = momentWithin(entry.created_at, now)
    if (created_at) return [{ ...titled, created_at }]
    left.push({ name: nameOf(titled), why: '日期不在1900年到今天之间' })
    return []
  })
  const parts = apart(dated).flatMap((entry) => partsOf(entry, { now }))
  const inOrder = parts.sort((one, other) =>
    one.created_at < other.created_at ? -1 : Number(one.created_at > other.created_at),
  )
  return { source, ...withNamedFiles(inOrder, files), leftOut: onceEach(left), lost }
}

/** A clock east of ours may be ahead by hours: that is now. Undefined when it is no moment from 1900 to then. */
function momentWithin(created_at: string, now: Date): string | undefined {
  const moment = parseChina(created_at)
  if (!moment || Number(moment) > Number(now) + DAY_MS) return undefined
  return Number(moment) > Number(now) ? formatChina(now) : created_at
}

const nameOf = ({ created_at, long_tag }: ParsedEntry): string =>
  [created_at.slice(0, 10), long_tag].filter(Boolean).join(' ')

/** An entry that is there twice stays once; two different ones of one id get two. */
function apart(entries: readonly ParsedEntry[]): ParsedEntry[] {
  const [known, kept]: [Map<string, string>, ParsedEntry[]] = [new Map(), []]
  for (const entry of entries) {
    const [id, said] = [shortId(entry.source_id), JSON.stringify({ ...entry, source_id: '' })]
    let source_id = id
    for (let number = 2; known.has(source_id) && known.get(source_id) !== said; number++)
      source_id = shortId(id, `~${number}`)
    if (known.has(source_id)) continue
    known.set(source_id, said)
    kept.push({ ...entry, source_id })
  }
  return kept
}

const NAMED_FILE = /(<img data-file=")(\d+)(")/g

/** Files of entries that were left out go, and the others are counted anew. */
function withNamedFiles(entries: readonly ParsedEntry[], files: readonly ParsedFile[]) {
  const refs = new Map<number, number>()
  const named: ParsedFile[] = []
  const refOf = (old: number): number => {
    const known = refs.get(old)
    if (known !== undefined) return known
    refs.set(old, named.length)
    named.push(files[old]!)
    return named.length - 1
  }
  const renamed = entries.map((entry): ParsedEntry => {
    const items = entry.items.map((item): typeof item => {
      if (item.type === 4 || item.type === 5) return item
      if (item.type === 0)
        return {
          type: 0,
          html: item.html.replace(NAMED_FILE, (_tag, before, ref, after) => before + refOf(Number(ref)) + after),
        }
      return { ...item, file: refOf(item.file), ...(item.poster === undefined ? {} : { poster: refOf(item.poster) }) }
    })
    return { ...entry, items }
  })
  return { entries: renamed, files: named }
}

/** One picture from elsewhere may stand in a hundred texts. */
const onceEach = (left: readonly LeftOut[]): LeftOut[] => [
  ...new Map(left.map((one) => [`${one.name}\n${one.why}`, one])).values(),
]
