import { FORM, TYPE } from '#contract/capsule.ts'
import { type ContentItem, firstLine, ITEM, shortened } from '#contract/content.ts'
import { DEFAULT_TITLE } from '#contract/seal.ts'
import { forecastOf, htmlOf, type SealDraft } from '#web/draft/current/draft.ts'

/** The words on a sheet of paper about the capsule that it becomes; plain text. */
type Sheet = { title: string; line: string }
type Made = Pick<SealDraft, 'type' | 'content' | 'content_type' | 'long_tag'>

const LINE_CHARS = 48
const COUNTED = [
  { kind: ITEM.image, unit: '张图片' },
  { kind: ITEM.video, unit: '段视频' },
  { kind: ITEM.file, unit: '个文件' },
]

export const sheetOf = (made: Made): Sheet => ({ title: made.long_tag.trim() || DEFAULT_TITLE, line: lineOf(made) })

/** The first line of what was written; of pictures the first remark, or how many there are. */
function lineOf({ type, content, content_type }: Made): string {
  if (content_type === FORM.graphic) return firstOf(content.map(({ comment }) => comment)) || countText(content)
  if (type === TYPE.forecast) return firstOf(forecastOf(content).content.split('\n'))
  return firstLine(htmlOf(content), LINE_CHARS)
}

const firstOf = (texts: readonly string[]): string =>
  shortened(texts.find((text) => text.trim())?.trim() ?? '', LINE_CHARS)

const countText = (content: readonly ContentItem[]): string =>
  COUNTED.map(({ kind, unit }) => ({ unit, count: content.filter(({ type }) => type === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => `${count}${unit}`)
    .join('、')
