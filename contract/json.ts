/** Nothing of ours is nested deeply, or holds many values. */
const DEEPEST = 32
const VALUES_MAX = 10_000

/** Escapes may hide what no database text can hold: NUL, or half of a surrogate pair. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i
/** With the `u` flag a pair is one character, so this matches only an unpaired half. */
const UNSTORABLE = /[\0\p{Surrogate}]/u

/** The refusal for either. */
export const HAS_UNSTORABLE = '有无法保存的字符，请修改后再试'

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d]
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d]

/**
 * Whether this JSON is nested 32 deep and holds 10,000 values at most. Asked before it is parsed: two megabytes of
 * brackets hold up everybody else for half a second, and this walk for some milliseconds.
 */
export function isModest(text: string): boolean {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        continue
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth++
        values++
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--
        continue
      case COMMA:
        values++
        break
      default:
        continue
    }
    if (depth > DEEPEST || values > VALUES_MAX) return false
  }
  return true
}

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) return at
    if (unit === BACKSLASH) at++
  }
  return text.length
}

/**
 * The names that lead to a value of this JSON that cannot be stored – NUL, half of a pair; for a key of that kind, the names that
 * lead to its object. Undefined when all can be stored.
 */
export const unstorableAt = (text: string, value: unknown): string[] | undefined =>
  SUSPECT.test(text) ? placeIn(value) : undefined

function placeIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(key)) return []
    const place = placeIn(inner)
    if (place) return [key, ...place]
  }
  return undefined
}

/** JSON within JSON, under the same limits as the body around it; undefined when it is not JSON or exceeds them. */
export function readInner(text: string): { value: unknown; wrongAt: string[] | undefined } | undefined {
  if (!isModest(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return { value, wrongAt: unstorableAt(text, value) }
  } catch {
    return undefined
  }
}

/** The value of this inner JSON, when it can be stored. */
export function parseInner(text: string): unknown {
  const inner = readInner(text)
  return inner?.wrongAt ? undefined : inner?.value
}
