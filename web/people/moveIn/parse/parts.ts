import { FORM } from '#contract/capsule.ts'
import { countChars, isBlank } from '#contract/content.ts'
import { diaryTitle } from '#contract/diary.ts'
import { FILES_MAX, LONG_TAG_MAX_CHARS } from '#contract/limits.ts'
import { formatChina, parseChina } from '#contract/time.ts'
import { visible } from '#contract/visible.ts'
import type { ParsedEntry, ParsedItem } from '../parsed.ts'
import { cutText } from './cut.ts'
import { shortId } from './shortId.ts'

// An entry that is longer than a diary may be, as several of its minute.

type Clock = { now: Date }

/** The entry, or its parts （一）（二）: as many as it takes, each within all bounds, a second apart so that their order holds. */
export function partsOf(entry: ParsedEntry, { now }: Clock): ParsedEntry[] {
  if (entry.items.some(({ type }) => type === 5)) return [entry]
  const contents = entry.content_type === FORM.graphic ? filesOf(entry.items) : textsOf(entry.items)
  if (contents.length < 2) return contents.map((items) => ({ ...entry, items }))
  const title = entry.long_tag ?? titleFrom(entry.items)
  const moments = secondsFrom(entry.created_at, contents.length, now)
  return contents.map((items, number) => ({
    ...entry,
    source_id: number === 0 ? entry.source_id : numberedId(entry.source_id, number + 1),
    created_at: moments[number]!,
    long_tag: partTitle(title, number + 1),
    items,
  }))
}

/** The first of them has the place. */
function textsOf(items: readonly ParsedItem[]): ParsedItem[][] {
  const others = items.filter(({ type }) => type !== 0)
  const texts = items.flatMap((item) => (item.type === 0 ? cutText(item.html) : []))
  return texts
    .filter((html) => !isBlank(html))
    .map((html, number) => [{ type: 0, html }, ...(number === 0 ? others : [])])
}

function filesOf(items: readonly ParsedItem[]): ParsedItem[][] {
  const places = items.filter(({ type }) => type === 4)
  const files = items.filter(({ type }) => type !== 4)
  const most = FILES_MAX - places.length
  return Array.from({ length: Math.ceil(files.length / most) }, (_, number) => [
    ...files.slice(number * most, (number + 1) * most),
    ...(number === 0 ? places : []),
  ])
}

const titleFrom = (items: readonly ParsedItem[]): string => {
  const text = items.find((item) => item.type === 0)
  return text ? diaryTitle(text.html) : ''
}

/** A title without what nobody sees, no longer than one may be; undefined when nothing is left of it. */
export function titleOf(words: string | undefined, chars = LONG_TAG_MAX_CHARS): string | undefined {
  const seen = visible((words ?? '').replace(/\s+/g, ' '))
  // Cut between a picture's signs, the rest may be seen no more.
  return visible([...seen].slice(0, chars).join('')) || undefined
}

function partTitle(title: string, number: number): string {
  const behind = `（${chineseNumber(number)}）`
  return `${titleOf(title.replace(/…$/, ''), LONG_TAG_MAX_CHARS - countChars(behind)) ?? ''}${behind}`
}

const DIGITS = '零一二三四五六七八九'

/** 十一, 二十; digits where nobody counts so any more. */
export function chineseNumber(number: number): string {
  if (number > 99) return String(number)
  const [tens, ones] = [Math.floor(number / 10), number % 10]
  const before = tens === 0 ? '' : `${tens === 1 ? '' : DIGITS[tens]}十`
  return before + (ones === 0 ? '' : DIGITS[ones])
}

const numberedId = (id: string, number: number): string => shortId(id, `#${number}`)

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const LAST_SECOND_MS = 59_000

/** So many seconds one after another, of this minute as far as they fit in it, none after now. */
function secondsFrom(created_at: string, count: number, now: Date): string[] {
  const first = Number(parseChina(created_at))
  const length = (count - 1) * SECOND_MS
  const minute = Math.floor(first / MINUTE_MS) * MINUTE_MS
  const within = Math.min(first, Math.max(minute, minute + LAST_SECOND_MS - length))
  const dayEnd = Number(parseChina(`${created_at.slice(0, 10)} 23:59:59`))
  const start = Math.min(within, dayEnd - length, Math.floor(Number(now) / SECOND_MS) * SECOND_MS - length)
  return Array.from({ length: count }, (_, number) => formatChina(start + number * SECOND_MS))
}
