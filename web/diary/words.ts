import type { DiaryRow } from '#contract/diary.ts'

/** A first line that is longer is no title, but how the text begins. */
const TITLE_CHARS = 30

/** What a list shows of a diary: a title, some text, or both – never the same words twice. */
export function wordsOf({ title, excerpt }: Pick<DiaryRow, 'title' | 'excerpt'>): { title: string; text: string } {
  const [first = '', ...rest] = excerpt.split('\n')
  // A title that is cut is a first line as well.
  const begins = first.startsWith(title.replace(/…$/, ''))
  if (!excerpt || !begins) return { title, text: excerpt }
  return first.length > TITLE_CHARS ? { title: '', text: excerpt } : { title: first, text: rest.join('\n') }
}
