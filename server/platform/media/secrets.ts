import { type RawBuilder, sql } from 'kysely'
import { decrypt, encrypt } from '#server/platform/keys/encryption.ts'
import { type Keys, openWith } from '#server/platform/keys/keys.ts'

const NAME_BYTES = 4
/** iv, key and tag: what nothing but the lock's own kind makes longer. */
const BARE_BYTES = 12 + 32 + 16

const bound = (key: string): string => `object:${key}`

/** An object's own key, locked with a capsule's once it is sealed there. */
export const wrapSecret = (lock: Buffer, secret: Buffer, key: string): Buffer => encrypt(lock, secret, bound(key))

export const unwrapSecret = (lock: Buffer, wrap: Buffer, key: string): Buffer => decrypt(lock, wrap, bound(key))

/** Wraps a secret with the master key, which is named before it, while the object is loose or in a draft. */
export const wrapLoose = (keys: Keys, secret: Buffer, key: string): Buffer =>
  Buffer.concat([Buffer.from(keys.name, 'hex'), wrapSecret(keys.wrap, secret, key)])

/** Until 022 no key was named. Throws when no key at hand opens it. */
export function unwrapLoose(keys: Keys, wrap: Buffer, key: string): Buffer {
  if (wrap.length === BARE_BYTES) return openWith(keys, undefined, (lock) => unwrapSecret(lock.wrap, wrap, key))
  const name = wrap.subarray(0, NAME_BYTES).toString('hex')
  return openWith(keys, name, (lock) => unwrapSecret(lock.wrap, wrap.subarray(NAME_BYTES), key))
}

/** Of an objects row `o` that nobody sealed: the current master key locks it. */
export const isWrappedBy = ({ name }: Keys): RawBuilder<boolean> =>
  sql`(length(o.wrap) <> ${sql.lit(BARE_BYTES)} and substring(o.wrap from 1 for ${sql.lit(NAME_BYTES)}) = decode(${name}, 'hex'))`
