import { TRADITIONAL } from './traditional.ts'

/** One letter or number of a text as words are looked for in it, and what stood before it. */
export type Sign = {
  char: string
  /** Written as a letter from a to z: words of such letters end where these do. */
  isLatin: boolean
  /** A sentence may have ended before it: what is found across is less certain. */
  gap: 'none' | 'space' | 'sentence'
}

/** Marks on letters, and what is not seen at all: variation selectors, joiners, directions, the fillers of Korean. */
const UNSEEN = /[\p{M}\p{Cf}\u115f\u1160]/gu
/** After NFKD, which makes the wide ones of keyboards the narrow ones. Not the point: it is put between letters. */
const SENTENCE = /[。、,;:!?\n]/
const SPOKEN = /[\p{L}\p{N}]/u

/** Letters of Greek and Cyrillic that nobody can tell from Latin ones. */
const TWINS = pairs('аa еe оo рp сc уy хx іi ѕs јj кk мm тt вb нh αa οo νv ρp χx ιi κk')
/** Characters that stand for a letter within a word of letters. I, l and 1 are one. */
const LETTERS = pairs('0o 1i 3e 4a 5s 7t $s @a li')
/** Written as words, or as on cheques. */
const NUMERALS = pairs('〇0 零0 一1 壹1 二2 贰2 貳2 三3 叁3 四4 肆4 五5 伍5 六6 陆6 陸6 七7 柒7 八8 捌8 九9 玖9')

const SIMPLIFIED = pairs(TRADITIONAL)

/** Digits beside letters; an @ only between them, since names are called by it. */
const RUN = /[a-z0-9$]+(?:@[a-z0-9$]+)*/g

/**
 * The letters and numbers of a text, each in one form: narrow, small, bare of marks, simplified, digits beside Latin
 * letters as letters and numerals as digits. Decomposed (NFKD) where NFKC would do for Chinese, so that marks fall away.
 */
export function signsOf(text: string): Sign[] {
  const written = replaceEach(text.normalize('NFKD').toLowerCase().replace(UNSEEN, ''), TWINS)
  const read = [...replaceEach(replaceEach(written.replace(RUN, readRun), NUMERALS), SIMPLIFIED)]
  const signs: Sign[] = []
  let gap: Sign['gap'] = 'none'
  for (const [index, char] of [...written].entries()) {
    if (SPOKEN.test(read[index]!)) {
      signs.push({ char: read[index]!, isLatin: /[a-z]/.test(char), gap })
      gap = 'none'
    } else if (gap !== 'sentence') gap = SENTENCE.test(char) ? 'sentence' : 'space'
  }
  return signs
}

const readRun = (run: string): string => (/[a-z]/.test(run) ? replaceEach(run, LETTERS) : run)

const replaceEach = (text: string, table: ReadonlyMap<string, string>): string =>
  [...text].map((char) => table.get(char) ?? char).join('')

/** '賭赌 開开' says that 賭 is 赌 and 開 is 开. */
function pairs(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => [...pair] as [string, string]),
  )
}
