import type { ArchiveItem, ArchivePart } from '#contract/archiveFiles.ts'
import { diaryTitle } from '#contract/diary.ts'
import { plainOf } from './plainOf.ts'

export const FILTERS = ['all', 'diary', 'capsule', 'forecast', 'draft', 'deleted', 'picture', 'video', 'file'] as const
export type Filter = (typeof FILTERS)[number]

export const filterOf = (name: string | null): Filter => FILTERS.find((filter) => filter === name) ?? 'all'

const has = (item: ArchiveItem, kind: ArchivePart['kind']): boolean => item.parts.some((part) => part.kind === kind)
const isTextWithPicture = (part: ArchivePart): boolean => part.kind === 'text' && /<img\b/i.test(part.html)
const isThere = ({ state }: ArchiveItem): boolean => state === 'written' || state === 'opened'

const MATCHES: Record<Filter, (item: ArchiveItem) => boolean> = {
  all: () => true,
  diary: (item) => item.kind === 'diary' && isThere(item),
  capsule: (item) => item.kind === 'capsule' && isThere(item),
  forecast: (item) => item.kind === 'forecast' && isThere(item),
  draft: ({ state }) => state === 'draft',
  deleted: ({ state }) => state === 'deleted',
  picture: (item) => has(item, 'picture') || item.parts.some(isTextWithPicture),
  video: (item) => has(item, 'video'),
  file: (item) => has(item, 'file'),
}

export const matches = (item: ArchiveItem, filter: Filter): boolean => MATCHES[filter](item)

/** The day and time by which an item stands in its list; '' where nothing is known. */
export const dateOf = ({ date, sealed_at, created_at }: ArchiveItem): string => date || sealed_at || created_at

const wordsOfPart = (part: ArchivePart): string[] => {
  if (part.kind === 'text') return [plainOf(part.html), part.remark]
  if (part.kind === 'plain') return [part.text, part.remark]
  if (part.kind === 'place') return [part.name, part.address]
  return [part.name, part.remark]
}

/** All its words: the title first, then what it holds, then what was said about it. */
export function wordsOf(item: ArchiveItem): string {
  const { title, parts, words, remark, questions, reply, judgement } = item
  const all = [title, ...parts.flatMap(wordsOfPart), words, remark, ...questions, reply?.text, judgement?.text]
  return all.filter(Boolean).join('\n')
}

const lowered = new WeakMap<ArchiveItem, string>()

function loweredOf(item: ArchiveItem): string {
  const before = lowered.get(item)
  if (before !== undefined) return before
  const words = wordsOf(item).toLowerCase()
  lowered.set(item, words)
  return words
}

/** The words that were asked for, each to be found somewhere. */
export const termsOf = (asked: string): string[] => asked.toLowerCase().split(/\s+/).filter(Boolean)

export const holds = (item: ArchiveItem, terms: readonly string[]): boolean =>
  terms.every((term) => loweredOf(item).includes(term))

/** Its title; of a diary without one its first line, as the product calls it. '' where there is none. */
export function titleOf({ title, kind, parts }: ArchiveItem): string {
  const [first] = parts.flatMap((part) => (part.kind === 'text' ? [part.html] : []))
  return title || (kind === 'diary' && first !== undefined ? diaryTitle(first) : '')
}

const EXCERPT_CHARS = 90
const BEFORE_CHARS = 24

/** Its words without its title: from their beginning, or around the first of the words that were asked for. */
export function excerptOf(item: ArchiveItem, terms: readonly string[] = []): string {
  const title = titleOf(item)
  const words = wordsOf(item)
  const said = (words.startsWith(title) ? words.slice(title.length) : words).replace(/\s+/g, ' ').trim()
  const found = terms.map((term) => said.toLowerCase().indexOf(term)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...found, said.length) - BEFORE_CHARS) * Number(found.length > 0)
  const cut = [...said.slice(from, from + 4 * EXCERPT_CHARS)]
  return (from > 0 ? '…' : '') + cut.slice(0, EXCERPT_CHARS).join('') + (cut.length > EXCERPT_CHARS ? '…' : '')
}

/** A text cut where the words begin and end that were asked for; every second piece is one of them. */
export function cutBy(text: string, terms: readonly string[]): string[] {
  if (terms.length === 0) return [text]
  const escaped = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text.split(new RegExp(`(${escaped.join('|')})`, 'gi'))
}
