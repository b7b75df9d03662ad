import type { Keys } from '#server/platform/keys/keys.ts'

/** An address as messages and refusals know it: a keyed hash, the same however it is spelt. */
export const addressHash = (keys: Keys, address: string): Buffer =>
  keys.hmac('recipient', address.normalize('NFKC').trim().toLowerCase())

/** The hash of an address as text, as it stands in `messages.recipient`. */
export const recipientOf = (keys: Keys, address: string): string => addressHash(keys, address).toString('base64url')
