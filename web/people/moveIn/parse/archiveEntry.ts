import { FORM, TYPE } from '#contract/capsule.ts'
import { countChars, isBlank } from '#contract/content.ts'
import type { ImportKind } from '#contract/imports.ts'
import { RESULT_NAME } from '#contract/judge.ts'
import { DESCRIPTION_MAX_CHARS, REMARK_MAX_CHARS } from '#contract/limits.ts'
import { fileName } from '#contract/media.ts'
import { placeItem, placeOf } from '#contract/place.ts'
import { longDayText, parseChina } from '#contract/time.ts'
import type { LeftOut, ParsedEntry, ParsedItem } from '../parsed.ts'
import type { Originals } from './archiveOriginals.ts'
import type { Item, Medium, Part } from './archiveShape.ts'
import { comeBack, paragraph } from './archiveText.ts'
import { storable } from './tags.ts'

// An item of an archive as an entry. Diaries and drafts come back as they were; capsules and predictions that were opened, as diaries
// of the day they were opened, with the words that stood beside them. A draft has those in fields of its own.

type Reading = { originals: Originals; leftOut: LeftOut[] }
/** `whose`: the account of the archive, in the ids of its items. */
type Archived = Reading & { whose: string }
/** Words beside the content, under their name. */
type Note = { label: string; words: string }
type Content = Pick<ParsedEntry, 'items' | 'description'>

const NOT_BACK: Partial<Record<Item['state'], string>> = {
  deleted: '在最近删除里',
  sealed: '还在封存，不能搬来',
}
const DRAFT_TYPE = { capsule: TYPE.time, diary: TYPE.diary, forecast: TYPE.forecast } as const
const ITEM_TYPE = { picture: 1, video: 2, file: 3 } as const
const PART_NAME = { picture: '图片', video: '视频', file: '文件' } as const

/** The entry; of an item that does not come back it is said why. */
export function entryOf(item: Item, { originals, leftOut, whose }: Archived): ParsedEntry | undefined {
  const name = item.title || item.date
  const created_at = momentOf(item)
  const why = item.missing || NOT_BACK[item.state] || (created_at ? '' : '没有日期')
  if (why || !created_at) {
    leftOut.push({ name, why })
    return undefined
  }
  const content = contentOf(item, { originals, leftOut })
  if (!content) {
    leftOut.push({ name, why: '没有内容，或者内容里的文件不在归档里' })
    return undefined
  }
  const kind = kindOf(item)
  return {
    source_id: `${kind}-${item.id}-${whose}`,
    kind,
    ...(kind === 'draft' ? draftOf(item) : {}),
    created_at,
    ...(item.title ? { long_tag: item.title } : {}),
    content_type: item.form === 'text' ? FORM.text : FORM.graphic,
    ...content,
  }
}

function draftOf({ kind, words, confidence }: Item) {
  return {
    type: DRAFT_TYPE[kind],
    ...(words.trim() ? { send_word: storable(words) } : {}),
    ...(kind === 'forecast' && confidence !== null ? { confidence } : {}),
  }
}

function contentOf(item: Item, reading: Reading): Content | undefined {
  if (item.state === 'draft' && item.kind === 'forecast') return plainOf(item)
  return item.form === 'text' ? textOf(item, reading) : filesOf(item, reading)
}

/** A prediction that nobody has made yet: its two texts as they were typed. */
function plainOf({ parts, remark }: Item): Content | undefined {
  const part = parts.find((part) => part.kind === 'plain')
  if (!part) return undefined
  const [text, comment] = [storable(part.text), storable(part.remark)]
  return { ...described(remark), items: [{ type: 5, text, comment }] }
}

function kindOf({ state, kind }: Item): ImportKind {
  if (state === 'draft') return 'draft'
  if (state === 'written') return 'diary'
  return kind === 'forecast' ? 'forecast' : 'capsule'
}

const isMoment = (text: string): boolean => text.length > 10 && parseChina(text) !== undefined

function momentOf({ state, created_at, date, opened_at, open_time }: Item): string | undefined {
  return (state === 'opened' ? [opened_at, open_time] : [created_at, date]).find(isMoment)
}

function textOf(item: Item, reading: Reading): Content | undefined {
  const name = item.title || item.date
  let number = 0
  const picture = (path: string) => {
    number += 1
    return reading.originals.take(path, `${name}：第${number}张图片`)
  }
  const html = item.parts.map((part) => htmlOf(part, picture)).join('')
  if (isBlank(html)) return undefined
  sayUnknown(item, reading, ({ kind }) => kind === 'text' || kind === 'plain' || kind === 'place')
  const remarks = item.parts.flatMap((part) => (part.kind === 'text' ? { label: '备注', words: part.remark } : []))
  const notes = [...remarks, ...notesOf(item)].filter(({ words }) => words.trim())
  const behind = notes.map(({ label, words }) => paragraph(`${label}：${words}`)).join('')
  return {
    ...described(descriptionOf(item)),
    items: [{ type: 0, html: behind ? `${html}<hr />${behind}` : html }, ...placesOf(item)],
  }
}

function htmlOf(part: Part, picture: (path: string) => number | undefined): string {
  if (part.kind === 'text') return comeBack(part.html, picture)
  if (part.kind !== 'plain' || !part.text.trim()) return ''
  return paragraph(part.text) + (part.remark.trim() ? paragraph(`结论：${part.remark}`) : '')
}

function filesOf(item: Item, reading: Reading): Content | undefined {
  const media = item.parts.filter((part): part is Medium => Object.hasOwn(ITEM_TYPE, part.kind))
  const items = media.flatMap((medium, at) =>
    mediumOf(medium, `${item.title || item.date}：${nameOf(medium, at)}`, reading),
  )
  const last = items.at(-1)
  if (!last) return undefined
  sayUnknown(item, reading, (part) => part.kind === 'place' || Object.hasOwn(ITEM_TYPE, part.kind))
  let description = descriptionOf(item)
  for (const { label, words } of notesOf(item).filter(({ words }) => words.trim())) {
    const note = storable(`${label}：${words.trim()}`)
    const [longer, beside] = [joined(description, ' · ', note), joined(last.comment, '\n', note)]
    if (countChars(longer) <= DESCRIPTION_MAX_CHARS) description = longer
    else if (beside.length <= REMARK_MAX_CHARS) last.comment = beside
    else reading.leftOut.push({ name: `${item.title || item.date}：${label}`, why: '图文日记里放不下这么长的话' })
  }
  return { ...described(description), items: [...items, ...placesOf(item)] }
}

type MediumItem = Extract<ParsedItem, { type: 1 | 2 | 3 }>

function mediumOf(medium: Medium, called: string, { originals }: Reading): MediumItem[] {
  const file = originals.take(medium.path, called, medium.missing)
  if (file === undefined) return []
  const poster = medium.poster ? originals.take(medium.poster, `${called}的封面`) : undefined
  return [
    {
      type: ITEM_TYPE[medium.kind],
      file,
      name: fileName(medium.name),
      comment: storable(medium.remark).slice(0, REMARK_MAX_CHARS),
      ...(poster === undefined ? {} : { poster }),
    },
  ]
}

const nameOf = ({ name, kind }: Medium, at: number): string => name || `第${at + 1}个${PART_NAME[kind]}`

/** The place among its parts, where it is one. */
function placesOf({ parts }: Item): ParsedItem[] {
  for (const part of parts) {
    if (part.kind !== 'place') continue
    const { name, address, latitude, longitude } = part
    const known = latitude === null || longitude === null ? {} : { latitude, longitude }
    const place = placeOf({ type: 4, content: JSON.stringify({ name, address, ...known }) })
    if (place) return [{ type: 4, content: placeItem(place).content }]
  }
  return []
}

function sayUnknown(item: Item, { leftOut }: Reading, isKnown: (part: Part) => boolean) {
  if (item.parts.every(isKnown)) return
  leftOut.push({ name: item.title || item.date, why: '有一部分内容这里还不认识' })
}

const described = (description: string) => (description ? { description } : {})
const joined = (before: string, between: string, after: string): string => (before ? before + between + after : after)

/** One's own remark; of what was opened the days of its life, with the remark among the notes. */
function descriptionOf({ state, remark, sealed_at, opened_at }: Item): string {
  if (state !== 'opened') return remark
  const days = [
    isMoment(sealed_at) ? `${longDayText(sealed_at)}封存` : '',
    isMoment(opened_at) ? `${longDayText(opened_at)}打开` : '',
  ]
  return joined('来自归档', ' · ', days.filter(Boolean).join('，'))
}

/** Of a draft none: its fields have them. */
function notesOf({ state, remark, words, confidence, judgement, reply }: Item): Note[] {
  if (state === 'draft') return []
  return [
    { label: '备注', words: state === 'opened' ? remark : '' },
    { label: '寄语', words },
    { label: '把握', words: confidence === null ? '' : `${confidence}%` },
    { label: '结果', words: judgement ? joined(RESULT_NAME[judgement.result], ' · ', judgement.text.trim()) : '' },
    { label: `${reply && isMoment(reply.at) ? longDayText(reply.at) : ''}写给自己`, words: reply?.text ?? '' },
  ]
}
