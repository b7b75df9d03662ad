import { foldEmail } from '#contract/email.ts'
import type { ContactChannel } from '#contract/notice.ts'
import { maskTel } from '#contract/tel.ts'
import { decryptText, encryptText } from '#server/platform/keys/encryption.ts'
import type { Keys } from '#server/platform/keys/keys.ts'

/** The text to which a contact's encrypted address is bound. */
export const boundToContact = (capsuleId: number, channel: ContactChannel): string => `contact:${capsuleId}:${channel}`

/** Whom to tell is nobody else's business: each address is encrypted, bound to capsule and channel. */
export const encryptContact = (keys: Keys, capsuleId: number, channel: ContactChannel, address: string): string =>
  encryptText(keys, address, boundToContact(capsuleId, channel))

/** By which a boxed address is known again, as the index of those that are not folded yet knows it (migration 036). */
export const foldedMark = (boxed: string): string => boxed.slice(-16)

/**
 * The address in its one form: earlier versions kept letters' as they were typed. Throws when it was not written for this
 * capsule and channel.
 */
export function decryptContact(keys: Keys, capsuleId: number, channel: ContactChannel, boxed: string): string {
  const address = decryptText(keys, boxed, boundToContact(capsuleId, channel))
  return channel === 'email' ? foldEmail(address) : address
}

/** Shortened, so that its owner knows it again and nobody else learns it. */
export const SHORTENED: Record<ContactChannel, (address: string) => string> = {
  tel: maskTel,
  email: (email) => `${[...email][0]}***${email.slice(email.lastIndexOf('@'))}`,
  weibo: (name) => `${[...name][0]}***`,
}
