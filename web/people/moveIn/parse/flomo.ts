import { FORM } from '#contract/capsule.ts'
import { isBlank, shortened } from '#contract/content.ts'
import { parseChina } from '#contract/time.ts'
import { type FileRef, type LeftOut, NotReadable, type ParsedEntry } from '../parsed.ts'
import { type Memo, memosIn } from './flomoMemos.ts'
import type { Folder, ReadOptions, SourceRead } from './folder.ts'
import { Media } from './media.ts'
import { hashOf } from './shortId.ts'

// flomo's export: a page of HTML with a block for each memo, and its files beside it. Tags are words of the text and stay so.

const PAGE = /\.html?$/i
const NO_MEMOS = '没有找到 flomo 的笔记，请在 flomo 里重新导出'
const ID_CHARS = 32
const NAME_CHARS = 15

type Reading = { media: Media; leftOut: LeftOut[]; lost: Set<string>; known: Map<string, number> }

export async function readFlomo(
  folder: Folder,
  { onProgress }: Pick<ReadOptions, 'onProgress'> = {},
): Promise<SourceRead> {
  const pages = folder.names().filter((name) => PAGE.test(name))
  const leftOut = [...folder.leftOut]
  const reading: Reading = { media: new Media(folder, leftOut), leftOut, lost: new Set(), known: new Map() }
  const entries: ParsedEntry[] = []
  let memos = 0
  for (const [number, page] of pages.entries()) {
    const html = await folder.text(page)
    memosIn(html, { find: (src) => pictureAt(src, page, reading.media), lost: reading.lost }, (memo) => {
      memos += 1
      const entry = entryOf(memo, reading)
      if (entry) entries.push(entry)
    })
    onProgress?.(number + 1, pages.length)
  }
  if (memos === 0) throw new NotReadable(NO_MEMOS)
  return { entries, files: reading.media.files, leftOut, lost: [...reading.lost] }
}

/** The entry of a memo; of one that does not come along it is said. */
function entryOf({ time, words, sources, html, left }: Memo, { leftOut, known }: Reading): ParsedEntry | undefined {
  const created_at = momentOf(time)
  const name = created_at ?? (shortened(words, NAME_CHARS) || '没有名字的笔记')
  for (const one of left) leftOut.push({ name: `${name}：${one.name}`, why: one.why })
  if (!created_at || isBlank(html)) {
    leftOut.push({ name, why: created_at ? '没有内容' : '没有日期' })
    return undefined
  }
  return {
    source_id: idOf([created_at, words, ...sources].join('\n'), known),
    kind: 'diary',
    created_at,
    content_type: FORM.text,
    items: [{ type: 0, html }],
  }
}

/** Of its moment, its words and the addresses in it, so that another export gives the same; memos that are alike are numbered. */
function idOf(said: string, known: Map<string, number>): string {
  const number = (known.get(said) ?? 0) + 1
  known.set(said, number)
  return hashOf(number === 1 ? said : `${said}\n${number}`).slice(0, ID_CHARS)
}

const MOMENT = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}:\d{2})(:\d{2})?$/

function momentOf(time: string): string | undefined {
  const [, year, month, day, minute, second = ':00'] = MOMENT.exec(time.trim()) ?? []
  const moment = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')} ${minute?.padStart(5, '0')}${second}`
  return parseChina(moment) ? moment : undefined
}

/** The picture at an address of a page, or why it does not come along. */
function pictureAt(src: string, page: string, media: Media): FileRef | { why: string } {
  if (/^data:/i.test(src)) return { why: '写在网页里的图片（data:）不会搬来' }
  if (/^(?:[a-z]+:)?\/\//i.test(src)) return { why: '网上的图片不会下载' }
  const file = fileAt(src, page, media)
  const why = file ? media.whyNot(file) : '文件里没有它'
  return why ? { why } : media.take(file!)
}

/** Addresses are relative to the page, written as they are or by percent signs. */
function fileAt(src: string, page: string, media: Media): string | undefined {
  const folder = page.slice(0, page.lastIndexOf('/') + 1)
  const address = src.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
  return media.at(folder + address) ?? media.at(folder + decoded(address))
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address.replace(/[?#].*$/, ''))
  } catch {
    return address
  }
}
