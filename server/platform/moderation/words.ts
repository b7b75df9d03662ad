import { type Automaton, type Hit, makeAutomaton } from './automaton.ts'
import { BUILT_IN_WORDS, INNOCENT_WORDS } from './builtInWords.ts'
import { type Sign, signsOf } from './form.ts'

/** A word that was found, by its kind; `own` is on the operator's list. */
export type Found = { verdict: 'refused' | 'doubtful'; label: keyof typeof BUILT_IN_WORDS | 'own' }
type Meaning = Found | { verdict: 'innocent' }
/** Words as they are written, the later ones over the earlier; `undefined` takes one out. */
export type Entry = [word: string, meaning: Meaning | undefined]
export type Words = Automaton<Meaning>

const BUILT_IN: Entry[] = [
  ...Object.entries(BUILT_IN_WORDS).flatMap(([label, words]) =>
    (['doubtful', 'refused'] as const).flatMap((verdict) =>
      wordsIn(words[verdict]).map((word): Entry => [word, { verdict, label: label as Found['label'] }]),
    ),
  ),
  ...wordsIn(INNOCENT_WORDS).map((word): Entry => [word, { verdict: 'innocent' }]),
]

/** The built-in list, changed by an operator's own. */
export function makeWords(own: Entry[] = []): Words {
  const list = new Map<string, [string[], Meaning | undefined]>()
  for (const [word, meaning] of [...BUILT_IN, ...own]) {
    const chars = charsOf(signsOf(word))
    if (chars.length > 0) list.set(chars.join(''), [chars, meaning])
  }
  return makeAutomaton([...list.values()].flatMap(([chars, meaning]) => (meaning ? [[chars, meaning]] : [])))
}

/** The words in a text that are not said in public, in the order of the text; in most texts none. */
export function findWords(text: string, words: Words): Found[] {
  const signs = signsOf(text)
  const hits = words.find(charsOf(signs))
  const innocent = hits.filter(({ value }) => value.verdict === 'innocent')
  return hits.flatMap((hit) => {
    const { value } = hit
    if (value.verdict === 'innocent' || isCovered(hit, innocent, signs) || !standsAlone(hit, signs)) return []
    return [isAcross(hit, signs) ? { ...value, verdict: 'doubtful' as const } : value]
  })
}

/** By an innocent word of the same sentence: 毒品种 covers nothing in 有毒品，种类多. */
const isCovered = ({ start, end }: Hit<Meaning>, innocent: Hit<Meaning>[], signs: Sign[]): boolean =>
  innocent.some(
    (word) =>
      word.start <= start &&
      end <= word.end &&
      !isAcross({ start: word.start, end: start + 1 }, signs) &&
      !isAcross({ start: end - 1, end: word.end }, signs),
  )

/** Latin letters belong to the whole word: Essex and sextants are none of ours. */
function standsAlone({ start, end }: Hit<Meaning>, signs: Sign[]): boolean {
  return !isJoined(signs[start - 1], signs[start]) && !isJoined(signs[end - 1], signs[end])
}

const isJoined = (before: Sign | undefined, after: Sign | undefined): boolean =>
  Boolean(before?.isLatin && after?.isLatin && after.gap === 'none')

/** Over the end of a sentence two halves may meet by chance (打赌。博士): for a person to see. */
const isAcross = ({ start, end }: Pick<Hit<Meaning>, 'start' | 'end'>, signs: Sign[]): boolean =>
  signs.slice(start + 1, end).some(({ gap }) => gap === 'sentence')

const charsOf = (signs: Sign[]): string[] => signs.map(({ char }) => char)

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}
