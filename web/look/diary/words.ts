import type { DiaryRow } from '#contract/diary.ts'

/** A first line that is longer than this is no title, but the beginning of the text. */
const TITLE_CHARS = 30

/** A diary's words in a list: a title, some text, or both – never the same words twice. */
export function wordsOf({ title, excerpt }: Pick<DiaryRow, 'title' | 'excerpt'>): { title: string; text: string } {
  const [first = '', ...rest] = excerpt.split('\n')
  // A title that is cut short with … counts as the first line too.
  const begins = first.startsWith(title.replace(/…$/, ''))
  if (!excerpt || !begins) return { title, text: excerpt }
  return first.length > TITLE_CHARS ? { title: '', text: excerpt } : { title: first, text: rest.join('\n') }
}
