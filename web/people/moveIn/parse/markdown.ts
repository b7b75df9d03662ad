import { FORM } from '#contract/capsule.ts'
import { isBlank } from '#contract/content.ts'
import { type LeftOut, NotReadable, type ParsedEntry } from '../parsed.ts'
import type { Folder, ReadOptions, SourceRead } from './folder.ts'
import { readNote } from './frontMatter.ts'
import { momentInName, momentInPath, saidMoment } from './markdownDay.ts'
import { type MarkdownText, markdownText } from './markdownHtml.ts'
import { Media } from './media.ts'
import { notePictures } from './notePictures.ts'
import { hashOf } from './shortId.ts'
import { plainHtml, storable } from './tags.ts'

// Markdown and plain text: Obsidian, memos, daily notes, a note a file.

const NOTE = /\.(md|markdown|txt)$/i
/** Settings and waste of programs: `.obsidian`, `.trash`, `.git`. */
const HIDDEN = /(^|\/)\./
const DATES = [
  'date',
  'created',
  'created_at',
  'createdat',
  'creation date',
  'date created',
  'created time',
  '日期',
  '创建时间',
]
const TITLES = ['title', '标题']
const TAGS = ['tags', 'tag', '标签', 'categories', 'category']

/** All that the notes of one folder have in common while they are read. */
type Reading = { media: Media; leftOut: LeftOut[]; lost: Set<string> }

export async function readMarkdown(
  folder: Folder,
  { onProgress }: Pick<ReadOptions, 'onProgress'> = {},
): Promise<SourceRead> {
  const names = folder.names().filter((name) => !HIDDEN.test(name))
  const notes = names.filter((name) => NOTE.test(name))
  if (notes.length === 0) throw new NotReadable('没有找到 Markdown 或文本文件')
  const leftOut = [...folder.leftOut]
  const reading: Reading = { media: new Media(folder, leftOut), leftOut, lost: new Set() }
  const entries: ParsedEntry[] = []
  for (const [number, name] of notes.entries()) {
    const entry = entryOf(name, await folder.text(name), reading)
    if (typeof entry === 'string') leftOut.push({ name, why: entry })
    else entries.push(entry)
    onProgress?.(number + 1, notes.length)
  }
  for (const name of names)
    if (!NOTE.test(name) && !reading.media.isMentioned(name)) leftOut.push({ name, why: '没有哪篇日记用到它' })
  return { entries, files: reading.media.files, leftOut, lost: [...reading.lost] }
}

/** The entry in this file, or why there is none. */
function entryOf(path: string, text: string, reading: Reading): ParsedEntry | string {
  const { fields, body } = readNote(text)
  const name = path.slice(path.lastIndexOf('/') + 1).replace(NOTE, '')
  const inName = momentInName(name)
  const said = DATES.map((key) => saidMoment(fields.get(key) ?? '')).find((moment) => moment)
  const created_at = said ?? inName?.moment ?? momentInPath(path.replace(NOTE, ''))
  if (!created_at) return '没有日期'
  const { title, html } = textOf(path, body, reading)
  if (isBlank(html)) return '没有内容'
  if (TAGS.some((key) => fields.has(key))) reading.lost.add('标签')
  if ([...fields.keys()].some((key) => ![...DATES, ...TITLES, ...TAGS].includes(key)))
    reading.lost.add('文件开头的其他属性')
  const named = TITLES.map((key) => fields.get(key)).find((words) => words)
  return {
    source_id: idOf(path),
    kind: 'diary',
    created_at,
    long_tag: named ?? title ?? titleInName(inName ? inName.rest : name),
    content_type: FORM.text,
    items: [{ type: 0, html }],
  }
}

function textOf(path: string, body: string, { media, leftOut, lost }: Reading): MarkdownText {
  if (/\.txt$/i.test(path)) return { html: plainHtml(storable(body)) }
  return markdownText(body, { pictureOf: notePictures(path, media, leftOut), lose: (what) => lost.add(what) })
}

/** Names of a whole series, which say nothing of one note. */
const SERIES = /^(日记|日志|随笔|diary|daily|journal|memos?|notes?|img)$/i

/** The rest of a name beside its day, if that is words and not a number or a sign. */
function titleInName(rest: string): string | undefined {
  const words = rest.replace(/^[\s\-_.,，、~]+|[\s\-_.,，、~]+$/g, '')
  return /\p{L}/u.test(words) && !SERIES.test(words) ? words : undefined
}

/** By its place in the folder, so that a second reading of the same folder knows it again; macOS spells a name apart. */
const idOf = (path: string): string => hashOf(path.normalize('NFC'))
