import { decryptText, encryptText } from '#server/platform/keys/encryption.ts'
import type { Keys } from '#server/platform/keys/keys.ts'

/** The text to which the receiver's boxed name is bound. */
export const boundToReceiver = (capsuleId: number): string => `receiver:${capsuleId}`

/** How somebody calls another is nobody else's business: encrypted, bound to its capsule. */
export const encryptReceiver = (keys: Keys, capsuleId: number, name: string): string =>
  encryptText(keys, name, boundToReceiver(capsuleId))

export const decryptReceiver = (keys: Keys, capsuleId: number, boxed: string): string =>
  decryptText(keys, boxed, boundToReceiver(capsuleId))
