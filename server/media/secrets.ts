import { decrypt, encrypt } from '#server/keys/box.ts'

const bound = (key: string): string => `object:${key}`

/** An object's own key, locked: by the master key while the object is loose or in a draft, by the capsule's once sealed. */
export const wrapSecret = (lock: Buffer, secret: Buffer, key: string): Buffer => encrypt(lock, secret, bound(key))

export const unwrapSecret = (lock: Buffer, wrap: Buffer, key: string): Buffer => decrypt(lock, wrap, bound(key))
