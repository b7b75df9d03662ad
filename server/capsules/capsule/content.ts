import type { CapsuleForm, CapsuleType } from '#contract/capsule.ts'
import { TYPE } from '#contract/capsule.ts'
import type { CapsuleFields } from '#contract/capsuleFields.ts'
import type { FingerprintOf } from '#contract/commitment.ts'
import { type ContentItem, ITEM, ITEM_KIND, isBlank, type MediaItem, whyNotText } from '#contract/content.ts'
import { whyNotItems } from '#contract/draft.ts'
import { FORECAST_BLANK, type Forecast, whyNotForecastDraft } from '#contract/forecast.ts'
import { TEXT_IMAGES_MAX, TEXT_TAGS_MAX } from '#contract/limits.ts'
import { fileName, keyOf, type MediaKind, partsOf, SHA256_WRONG, sha256Field } from '#contract/media.ts'
import { type PictureFields, pictureFieldsOf } from '#contract/pictureFields.ts'
import { placeItem, placeOf } from '#contract/place.ts'
import { UPLOAD } from '#contract/upload.ts'
import { refuse, refuseIf } from '#server/core/fail.ts'
import { refuseUpload, type Upload } from '#server/platform/media/upload.ts'
import { cleanHtml } from './cleanHtml.ts'
import { picturesIn } from './images.ts'

/** The encrypted part of a capsule. `key_answer` only while it is a draft. */
export type Content = CapsuleFields & {
  content: ContentItem[]
  /** The name a person gave their diary: as private as the rest of it. */
  title?: string
  key_answer?: Record<string, string>
  /** Of what was sealed with a commitment: 32 bytes in hex, of which the salts of its parts are made (docs/decisions/receipts.md). */
  seed?: string
}

/** The rules for a writer's items: one type and form; `whenEmpty` is the page's text when there is nothing. */
export type Writing = { writerId: number; type: CapsuleType; form: CapsuleForm; whenEmpty: string }

/** Items as they are kept: rich text cleaned by the allow-list, uploads by their keys, a place by what it says. Refuses what does not fit. */
export function cleanItems(items: ContentItem[], writing: Writing): ContentItem[] {
  refuseIf(whyNotItems(items, writing))
  return items.map((item, index) => {
    if (item.type === ITEM.text) return cleanText(item, index, writing)
    const place = placeOf(item)
    return place ? placeItem(place) : cleanMedia(item, index)
  })
}

/** A prediction as it is kept: plain text, to the letter. Refuses what the rule of its page refuses. */
export function cleanForecast(
  items: readonly { content: string; comment: string }[],
  whyNot: (forecast: Forecast) => string | undefined,
): ContentItem[] {
  const { content = '', comment = '' } = items[0] ?? {}
  refuseIf(items.length > 1 ? FORECAST_BLANK : whyNot({ content, comment }))
  return [{ type: ITEM.text, content, comment }]
}

/** A draft of this type as it is kept: a prediction's two texts, or what a capsule of its form holds. */
export const cleanDraft = (type: CapsuleType, items: ContentItem[], writing: Writing): ContentItem[] =>
  type === TYPE.forecast ? cleanForecast(items, whyNotForecastDraft) : cleanItems(items, writing)

/** All uploads that these cleaned items name, each at its place; a prediction names none, whatever it looks like. */
export const uploadsIn = (type: CapsuleType, items: ContentItem[]): Upload[] =>
  type === TYPE.forecast ? [] : items.flatMap(uploadsAt)

export const keysIn = (type: CapsuleType, items: ContentItem[]): string[] =>
  uploadsIn(type, items).map(({ key }) => key)

/** The fingerprint of each upload in these cleaned items by its key, as a receipt names it; null where nobody has said one. */
export function fingerprintsOf(items: readonly ContentItem[]): FingerprintOf {
  const said = items.flatMap(uploadsAt).flatMap(({ key, sha256 }) => (sha256 ? [[key, sha256] as const] : []))
  const known = new Map(said)
  return (key) => known.get(key) ?? null
}

function uploadsAt(item: ContentItem, index: number): Upload[] {
  const field = placeAt(index)
  if (item.type === ITEM.text) return picturesIn(item.content).map((picture) => ({ ...picture, field }))
  if (placeOf(item)) return []
  const { content, poster, name, sha256, poster_sha256 } = item
  const upload = { key: content, field, name, sha256 }
  const picture = poster && { key: poster, field: placeAt(index, 'poster'), name, sha256: poster_sha256 }
  return picture ? [upload, picture] : [upload]
}

/** The place of an item in what was sent, as 1001 names it. */
const placeAt = (index: number, part: 'content' | 'poster' = 'content'): string => `content.${index}.${part}`

function cleanText<T extends ContentItem>(item: T, index: number, { writerId, whenEmpty }: Writing): T {
  if (item.content.split('<').length > TEXT_TAGS_MAX) throw refuse('内容的格式太复杂了')
  const content = cleanHtml(item.content, writerId)
  if (isBlank(content)) throw refuse(whenEmpty)
  refuseIf(whyNotText(content, whenEmpty))
  const pictures = picturesIn(content)
  if (pictures.length > TEXT_IMAGES_MAX) throw refuse(`一篇文字最多插入${TEXT_IMAGES_MAX}张图片`)
  const wrong = pictures.find(({ sha256 }) => !sha256Field.optional().safeParse(sha256).success)
  if (wrong) throw refuseUpload({ key: wrong.key, field: placeAt(index) }, SHA256_WRONG)
  return { ...item, content }
}

function cleanMedia(item: MediaItem, index: number): MediaItem {
  const name = item.name && fileName(item.name)
  const content = ownKey(ITEM_KIND[item.type]!, { key: item.content, field: placeAt(index), name })
  const poster = item.poster && ownKey('image', { key: item.poster, field: placeAt(index, 'poster'), name })
  const picture = item.type === ITEM.image || poster ? pictureFieldsOf(item) : NO_PICTURE
  const poster_sha256 = poster ? item.poster_sha256 : undefined
  return { ...item, ...picture, content, name, poster: poster || undefined, poster_sha256 }
}

/** Of a file, and of a video without a poster, no picture is shown. */
const NO_PICTURE: PictureFields = pictureFieldsOf({})

function ownKey(kind: MediaKind, upload: Upload): string {
  const key = keyOf(upload.key)
  if (!key || partsOf(key).kind !== kind) throw refuseUpload(upload, UPLOAD.gone)
  return key
}
