import { FORM } from '#contract/capsule.ts'
import { isBlank, plainText, shortened } from '#contract/content.ts'
import { wallClock } from '#contract/time.ts'
import { visible } from '#contract/visible.ts'
import { type FileRef, type LeftOut, NotReadable, type ParsedEntry, type ParsedItem } from '../parsed.ts'
import { dayOnePlace } from './dayOnePlace.ts'
import type { Folder, ReadOptions, SourceRead } from './folder.ts'
import { type Fields, fieldsIn, listIn, numberIn, textIn } from './loose.ts'
import { type MarkdownText, markdownText } from './markdownHtml.ts'
import { itemTypeOf, Media } from './media.ts'
import { pictureTag } from './tags.ts'

// Day One's export: a JSON for each journal, and what it names beside it. Fields come and go with its versions: none is relied upon but
// the date.

const JSON_FILE = /\.json$/i
const CHINA = 'Asia/Shanghai'
const KINDS = ['photos', 'videos', 'audios', 'pdfAttachments']
const LOSES = [
  ['tags', '标签'],
  ['weather', '天气'],
  ['starred', '星标'],
  ['userActivity', '运动和步数'],
  ['music', '正在听的音乐'],
] as const
/** `dayone-moment://ID` of a photo, `dayone-moment:/video/ID` of what else there is. */
const MOMENT = /^dayone-moment:\/(?:\/|\w+\/)([\w-]+)/i

/** A photo, a film, a recording of one entry: `file` is undefined when the ZIP does not hold it. */
type Attached = { ids: string[]; name: string; file: string | undefined; order: number }
type Reading = Pick<SourceRead, 'leftOut'> & { media: Media; lost: Set<string> }

export async function readDayOne(
  folder: Folder,
  { onProgress }: Pick<ReadOptions, 'onProgress'> = {},
): Promise<SourceRead> {
  const fields = await entriesIn(folder)
  const leftOut = [...folder.leftOut]
  const reading: Reading = { leftOut, media: new Media(folder, leftOut), lost: new Set() }
  const entries: ParsedEntry[] = []
  for (const [number, one] of fields.entries()) {
    const entry = entryOf(one, reading)
    if (typeof entry === 'string') leftOut.push({ name: nameOf(one), why: entry })
    else entries.push(entry)
    onProgress?.(number + 1, fields.length)
  }
  return { entries, files: reading.media.files, leftOut, lost: [...reading.lost] }
}

/** The entries of all journals. */
async function entriesIn(folder: Folder): Promise<Fields[]> {
  const names = folder.names().filter((name) => JSON_FILE.test(name))
  const journals: unknown[] = []
  for (const name of names) journals.push(fieldsIn(parsed(name, await folder.text(name))).entries)
  if (!journals.some(Array.isArray)) throw new NotReadable('没有找到 Day One 的日记，请在 Day One 里导出为 JSON')
  return journals.flatMap(listIn)
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new NotReadable(`读不出「${name}」，请在 Day One 里重新导出`, { cause: error })
  }
}

/** The entry, or why there is none. */
function entryOf(fields: Fields, reading: Reading): ParsedEntry | string {
  const moment = new Date(textIn(fields.creationDate))
  if (Number.isNaN(Number(moment))) return '没有日期'
  const source_id = textIn(fields.uuid)
  if (!source_id) return '没有编号'
  const attached = KINDS.flatMap((kind) => listIn(fields[kind]).map((one) => attachedOf(one, reading.media)))
  const { title, html, left } = textOf(fields, attached, reading)
  const files = attached.flatMap(({ file }) => file ?? [])
  const isMediaAlone = !visible(plainText(html)) && !title && files.some((file) => reading.media.whyNot(file))
  if (isBlank(html) && !isMediaAlone) return attached.length > 0 ? '里面的照片或录音不在文件里' : '没有内容'
  reading.leftOut.push(
    ...(isMediaAlone ? left.filter(({ isMissing }) => isMissing) : left).map(({ name, why }) => ({ name, why })),
  )
  for (const [field, word] of LOSES) if (hasSome(fields[field])) reading.lost.add(word)
  const place = dayOnePlace(fieldsIn(fields.location))
  return {
    source_id,
    kind: 'diary',
    created_at: wallClock(moment, textIn(fields.timeZone) || CHINA),
    long_tag: title,
    content_type: isMediaAlone ? FORM.graphic : FORM.text,
    items: [
      ...(isMediaAlone ? files.map((file) => mediaItem(file, reading.media)) : [{ type: 0, html } as const]),
      ...(place ? [{ type: 4, content: place } as const] : []),
    ],
  }
}

type Left = LeftOut & { isMissing: boolean }

/** The text with its pictures in their places; those that the text does not name stand at its end, in their order. */
function textOf(fields: Fields, attached: Attached[], { media, lost }: Reading): MarkdownText & { left: Left[] } {
  const left: Left[] = []
  const placed = new Set<Attached>()
  const pictureOf = (one: Attached): FileRef | undefined => {
    const why = one.file ? media.whyNot(one.file) : '文件里没有它'
    if (!why) return media.take(one.file!)
    if (!placed.has(one)) left.push({ name: `${nameOf(fields)}：${one.name}`, why, isMissing: !one.file })
    return undefined
  }
  const { title, html } = markdownText(textIn(fields.text).replace(/\r\n?/g, '\n'), {
    lose: (what) => lost.add(what),
    pictureOf: (href) => {
      const id = MOMENT.exec(href)?.[1]?.toLowerCase()
      if (!id) return href
      const one = attached.find(({ ids }) => ids.includes(id))
      if (!one) left.push({ name: `${nameOf(fields)}：${id}`, why: '文件里没有它', isMissing: true })
      const found = one && pictureOf(one)
      if (one) placed.add(one)
      return found ?? ''
    },
  })
  const others = attached.filter((one) => !placed.has(one)).sort((one, other) => one.order - other.order)
  const behind = others.map(pictureOf).flatMap((file) => (file === undefined ? [] : pictureTag(file)))
  return { title, html: html + behind.join(''), left }
}

/** Names in the ZIP are made of the MD5, or of the identifier where there is none; letters may be large, the ending another. */
function attachedOf(fields: Fields, media: Media): Attached {
  const [identifier, md5, type] = [textIn(fields.identifier), textIn(fields.md5), textIn(fields.type)]
  const stems = [md5, identifier].filter(Boolean)
  return {
    ids: stems.map((stem) => stem.toLowerCase()),
    name: [stems[0] ?? '没有名字的文件', type].filter(Boolean).join('.'),
    file: stems.map(media.withStem).find((file) => file),
    order: numberIn(fields.orderInEntry) ?? 0,
  }
}

const mediaItem = (name: string, media: Media): ParsedItem => {
  const file = media.take(name)
  return { type: itemTypeOf(name), file, name: media.files[file]!.name, comment: '' }
}

const hasSome = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** An entry as its writer knows it: its day and its first words. */
function nameOf(fields: Fields): string {
  const words = visible(
    textIn(fields.text)
      .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
      .split('\n')
      .find((line) => line.trim()) ?? '',
  )
  return (
    [textIn(fields.creationDate).slice(0, 10), shortened(words.replace(/^#+ /, ''), 15)].filter(Boolean).join(' ') ||
    '没有名字的日记'
  )
}
