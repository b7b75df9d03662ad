import { SEARCH_SHOWN_CHARS } from '#contract/limits.ts'

/**
 * The text cut to 25 characters – as people count them – around the first hit, escaped, with the hit in `<em>` (readings 7).
 * `keyword` as it is looked for: small letters are made one by one on both sides.
 */
export function highlight(text: string, keyword: string): string {
  const letters = lettersOf(text)
  const { from, to } = hitIn(letters, lettersOf(keyword).map(formOf).join(''))
  const start = Math.max(
    0,
    Math.min(from - Math.floor((SEARCH_SHOWN_CHARS - (to - from)) / 2), letters.length - SEARCH_SHOWN_CHARS, from),
  )
  const end = start + SEARCH_SHOWN_CHARS
  const piece = (a: number, b: number) => escaped(letters.slice(a, Math.min(b, end)).join(''))
  const hit = piece(from, to)
  return `${piece(start, from)}${hit && `<em>${hit}</em>`}${piece(to, end)}`
}

/** Which letters the keyword covers, compared as the database does; an empty hit at the beginning when it is not found. */
function hitIn(letters: readonly string[], keyword: string): { from: number; to: number } {
  const forms = letters.map(formOf)
  const at = forms.join('').indexOf(keyword)
  if (at < 0) return { from: 0, to: 0 }
  const ends = endsOf(forms)
  const from = ends.findIndex((end) => end > at)
  return { from, to: ends.findIndex((end) => end >= at + keyword.length) + 1 }
}

const GRAPHEMES = new Intl.Segmenter('zh', { granularity: 'grapheme' })
/** Marks, joiners, single Korean sounds: what makes one letter with others. Looked for first, since segmenting is slow. */
const COMPOSES = /\p{M}|\u200d|[\u1100-\u11ff]/u
const lettersOf = (text: string): string[] =>
  COMPOSES.test(text) ? [...GRAPHEMES.segment(text)].map(({ segment }) => segment) : [...text]
const formOf = (letter: string): string => letter.normalize('NFKC').toLowerCase()

/** Where each form ends in all of them joined. */
function endsOf(forms: readonly string[]): number[] {
  let end = 0
  return forms.map((form) => (end += form.length))
}

const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => NAMES[letter]!)
