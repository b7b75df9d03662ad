import type { Input } from '#contract/calls.ts'
import { type ContentItem, firstLine, ITEM, isBlank, shortened } from '#contract/content.ts'
import { LONG_TAG_SUMMARY_CHARS } from '#contract/limits.ts'
import { dateText } from '#contract/time.ts'
import { countText } from '#web/ui/format.ts'
import type { ParsedEntry, ParsedItem } from '../parsed.ts'
import { altOf, filesOf, withPictures } from '../reading/outline.ts'
import { type Brought, type BroughtFiles, bringFiles } from './bringFiles.ts'
import type { Course } from './course.ts'

/** An entry as it is sent, and its name as its person knows it. */
export type Made = { name: string; input: Input<'importDiaries'>['entries'][number] }

const NOTHING_LEFT = '里面的内容都没能搬来'

/** Brings the files of an entry up and names them in it. Undefined when nothing is left of it. */
export async function makeEntry(course: Course, entry: ParsedEntry): Promise<Made | undefined> {
  const name = nameOf(entry)
  const leaveOut = (why: string) => course.onLeftOut({ name, why })
  const files = course.wordsAlone ? leftBehind(entry, leaveOut) : await bringFiles(course, entry, leaveOut)
  const { items, ...rest } = entry
  const content = items.flatMap((item) => itemOf(item, files) ?? [])
  course.onReady()
  if (content.some(({ type }) => type !== ITEM.other)) return { name, input: { ...rest, content } }
  leaveOut(NOTHING_LEFT)
  return undefined
}

function leftBehind(entry: ParsedEntry, leaveOut: (why: string) => void): BroughtFiles {
  const count = filesOf(entry).length
  if (count > 0) leaveOut(`${countText(count)} 个图片和文件没有搬`)
  return new Map()
}

const nameOf = ({ created_at, long_tag, items }: ParsedEntry): string => {
  const [first] = items.flatMap((item) => firstWords(item))
  return `${dateText(created_at)} ${long_tag || first || ''}`.trim()
}

function firstWords(item: ParsedItem): string[] {
  if (item.type === 0) return [firstLine(item.html, LONG_TAG_SUMMARY_CHARS)]
  return item.type === 5 ? [shortened(item.text || item.comment, LONG_TAG_SUMMARY_CHARS)] : []
}

function itemOf(item: ParsedItem, files: BroughtFiles): ContentItem | undefined {
  if (item.type === 4) return { type: ITEM.other, content: item.content, comment: '' }
  if (item.type === 0) return textOf(item.html, files)
  if (item.type === 5) return { type: ITEM.text, content: item.text, comment: item.comment }
  const file = files.get(item.file)
  if (!file) return undefined
  const { key, ...fields } = file
  return { type: item.type, content: key, comment: item.comment, name: item.name, ...fields, ...ownPoster(item, files) }
}

function textOf(html: string, files: BroughtFiles): ContentItem | undefined {
  const content = withPictures(html, (ref, tag) => pictureOf(files.get(ref), tag))
  return isBlank(content) ? undefined : { type: ITEM.text, content, comment: '' }
}

/** As the editor writes it; one that did not come leaves its words. */
function pictureOf(file: Brought | undefined, tag: string): string {
  const alt = altOf(tag)
  if (!file) return alt ?? ''
  const { key, sha256, width, height, placeholder } = file
  const said = { src: key, 'data-sha256': sha256, alt, width, height, 'data-placeholder': placeholder }
  const attributes = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : `${name}="${value}"`))
  return `<img ${attributes.join(' ')}>`
}

function ownPoster(item: ParsedItem, files: BroughtFiles) {
  const poster = item.type === 2 && item.poster !== undefined ? files.get(item.poster) : undefined
  if (!poster) return undefined
  const { key, sha256, width, height, placeholder } = poster
  return { poster: key, poster_sha256: sha256, width, height, placeholder }
}
