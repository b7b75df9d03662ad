import { type CapsuleType, TYPE } from '#contract/capsule.ts'
import { fieldTexts } from '#contract/capsuleFields.ts'
import { type ContentItem, ITEM, linesText } from '#contract/content.ts'
import { fileName } from '#contract/media.ts'
import { placeOf } from '#contract/place.ts'
import type { FoundIn } from '#contract/search.ts'
import type { Content } from '#server/capsules/capsule/content.ts'
import { highlight } from './highlight.ts'

/** One place of a capsule that has words; lines are looked at one by one. */
export type Words = { where: FoundIn; text: string }
export type Hit = { where: FoundIn; highlightHTML: string }

/** Everything in it that a person has said, in the order in which it is looked at: without tags, entities resolved. */
export function* wordsOf(type: CapsuleType, content: Content): Generator<Words> {
  for (const item of content.content) yield* itemWords(type, item)
  for (const { text } of fieldTexts(content)) yield { where: 'words', text }
}

function* itemWords(type: CapsuleType, item: ContentItem): Generator<Words> {
  if (item.type === ITEM.text) {
    // A prediction is text and not rich text: `<b>` in it are three characters.
    yield { where: 'text', text: type === TYPE.forecast ? item.content : linesText(item.content) }
    yield { where: type === TYPE.forecast ? 'text' : 'remark', text: item.comment }
    return
  }
  const place = placeOf(item)
  if (place) return yield { where: 'place', text: `${place.name}\n${place.address}` }
  yield { where: 'remark', text: item.comment }
  yield { where: 'file', text: fileName(item.name ?? '') }
}

/** The first place that has the keyword, given as `formOf` makes it; cut and escaped around it. */
export function hitIn(words: Iterable<Words>, keyword: string): Hit | undefined {
  for (const { where, text } of words) {
    const form = text && formOf(text)
    const at = form ? form.indexOf(keyword) : -1
    if (at >= 0) return { where, highlightHTML: highlight(lineAt(text, form, at), keyword) }
  }
  return undefined
}

/**
 * As words are compared: NFKC, lower case, and one small sigma wherever it stands, since letters are made small one by one
 * where a hit is marked.
 */
export const formOf = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')

/** The line of the text in which that place of its form stands; neither has more lines than the other. */
function lineAt(text: string, form: string, at: number): string {
  let line = 0
  for (let end = form.indexOf('\n'); end >= 0 && end < at; end = form.indexOf('\n', end + 1)) line += 1
  return text.split('\n')[line] ?? ''
}
