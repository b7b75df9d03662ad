import { createHash } from 'node:crypto'
import type { LinkChannel } from '#contract/notice.ts'
import type { Keys } from '#server/platform/keys/keys.ts'

/** One contact, or the receiver, of one capsule; a renewal raises the generation, and links of the old one are worth nothing. */
export type Slot = { capsuleId: number; channel: LinkChannel; generation: number }

const nameOf = ({ capsuleId, channel, generation }: Slot): string => `${capsuleId} ${channel} ${generation}`

/** The token of an unseal link: 32 bytes, derived, so that a reminder can send the same link again. */
export const unsealTokenOf = (keys: Keys, slot: Slot): string => keys.hmac('unseal', nameOf(slot)).toString('base64url')

/**
 * The token by which a contact agrees to be told, or not: 72 bits, so that the question fits into one SMS. It opens nothing,
 * and guesses are counted (docs/decisions/notices.md).
 */
export const confirmTokenOf = (keys: Keys, slot: Slot): string =>
  cut(keys.hmac('confirm', nameOf(slot)).toString('base64url'))
export const CONFIRM_LENGTH = 12
const cut = (token: string): string => token.slice(0, CONFIRM_LENGTH)

/** How links spelt that token before: the whole 32 bytes. */
const LONG_LENGTH = 43
/** As paths hold it, now and before. */
export const CONFIRM_TOKEN = new RegExp(`^(?:[\\w-]{${CONFIRM_LENGTH}}|[\\w-]{${LONG_LENGTH}})$`)
/** The hashes that may be kept of a token somebody brings: messages of an earlier version are still in people's hands. */
export const confirmHashes = (token: string): Buffer[] =>
  token.length === LONG_LENGTH ? [tokenHash(token), tokenHash(cut(token))] : [tokenHash(token)]

/** Occasions of a contact or receiver end with the generation they were meant for: `open 0 1`, `confirm 2`, `card 1`. */
export const generationOf = (occasion: string): number => Number(occasion.slice(occasion.lastIndexOf(' ') + 1))

/** All that is kept of a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
