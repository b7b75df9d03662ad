import { base32crockford } from '@scure/base'

const GROUP = 4
const GROUPS_A_LINE = 5
/** Fills the last group up. */
const FILLER = '0'
/** A line that holds groups and nothing else; what people type may be of either case. */
const LINE = /^\s*[0-9a-z]{4}(?:[-\s]+[0-9a-z]{4})*\s*$/i

const charsOf = (bytes: number): number => Math.ceil((bytes * 8) / 5)
const groupedChars = (bytes: number): number => Math.ceil(charsOf(bytes) / GROUP) * GROUP

/** Bytes as lines of five groups of four in Crockford's alphabet: to be printed, and typed again by hand. */
export function toGroups(bytes: Buffer): string[] {
  const chars = base32crockford.encode(bytes).padEnd(groupedChars(bytes.length), FILLER)
  const groups = chars.match(/.{4}/g) ?? []
  const lines: string[] = []
  for (let at = 0; at < groups.length; at += GROUPS_A_LINE) lines.push(groups.slice(at, at + GROUPS_A_LINE).join('-'))
  return lines
}

/** The codes of so many bytes each in a text, one after the other, and how many characters are `left` over. */
export function groupsIn(text: string, bytes: number): { codes: string[]; left: number } {
  const lines = text.split(/\r?\n/).filter((line) => LINE.test(line))
  const chars = lines.join('').replace(/[-\s]/g, '')
  const length = groupedChars(bytes)
  const codes: string[] = []
  for (let at = 0; at + length <= chars.length; at += length) codes.push(chars.slice(at, at + length))
  return { codes, left: chars.length % length }
}

/** The bytes of such a code; undefined where it is none. O is read as 0, I and L as 1. */
export function fromGroups(code: string, bytes: number): Buffer | undefined {
  try {
    return Buffer.from(base32crockford.decode(code.slice(0, charsOf(bytes))))
  } catch {
    return undefined
  }
}
