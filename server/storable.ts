/** A body whose escapes may hide what no database text can hold: NUL, or half of a surrogate pair. */
export const SUSPECT = /\\u(?:0000|d[89a-f])/i

/** With the `u` flag a pair is one character, so this meets only what is left alone. */
const UNSTORABLE = /[\0\p{Surrogate}]/u
const DEEPEST = 32

/** Whether every text in this value, keys included, can be stored; nothing of ours is nested deeply. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= DEEPEST) return false
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, depth + 1))
}
