import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isVisible } from '#contract/visible.ts'

const ID_MAX_CHARS = 64
const HASH_CHARS = 40

/** 40 characters that are always the same for this text. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, HASH_CHARS)

/** An id with this behind it, as it is where it can be sent, else its hash. */
export function shortId(id: string, behind = ''): string {
  const whole = id + behind
  return id.trim() !== '' && whole.length <= ID_MAX_CHARS && isVisible(whole) ? whole : hashOf(id) + behind
}
