import { createHash } from 'node:crypto'
import type { ContactChannel } from '#contract/notice.ts'
import type { Keys } from '#server/keys/keys.ts'

/** One contact of one capsule; a renewal raises the generation, and links of the old one are worth nothing. */
export type Slot = { capsuleId: number; channel: ContactChannel; generation: number }

const nameOf = ({ capsuleId, channel, generation }: Slot): string => `${capsuleId} ${channel} ${generation}`

/** The token of an unseal link: 32 bytes, derived, so that a reminder can send the same link again (security.md). */
export const unsealTokenOf = (keys: Keys, slot: Slot): string => keys.hmac('unseal', nameOf(slot)).toString('base64url')

/** The token by which a contact agrees to be told, or not. */
export const confirmTokenOf = (keys: Keys, slot: Slot): string =>
  keys.hmac('confirm', nameOf(slot)).toString('base64url')

/** All that is kept of a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
