import { findWords, type Words } from '#server/platform/moderation/words.ts'

/** A number somebody can be reached by, or known by. */
const NUMBER = /\p{Nd}{6,}/u
/** Characters put between digits so that a number is not seen. */
const BETWEEN = /[^\p{L}\p{N}]/gu

/** Never shown to others as what many look for, however many do. */
export const isBlocked = (keyword: string, words: Words): boolean =>
  NUMBER.test(keyword.replace(BETWEEN, '')) || findWords(keyword, words).length > 0
