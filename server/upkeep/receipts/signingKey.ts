import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Db } from '#server/platform/db/db.ts'
import { decrypt, encrypt } from '#server/platform/keys/encryption.ts'
import { type Keys, locksOf } from '#server/platform/keys/keys.ts'

/** The key that signs the log, in the keyring, locked with the master key. */
const ENTRY = 'log'
const BOUND = 'log key'

/** A key that nobody has had before. */
export const makeSigningKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

/** From now on this key signs. */
export async function keepSigningKey(db: Db, keys: Keys, key: KeyObject): Promise<void> {
  const { fingerprint } = keys
  const boxed = encrypt(keys.wrap, key.export({ format: 'der', type: 'pkcs8' }), BOUND)
  await db
    .insertInto('keyring')
    .values({ key_id: ENTRY, fingerprint, boxed })
    .onConflict((at) => at.column('key_id').doUpdateSet({ fingerprint, boxed }))
    .execute()
}

/** The key that signs; undefined before there is a log. Throws where no master key at hand opens it. */
export async function readSigningKey(db: Db, keys: Keys): Promise<KeyObject | undefined> {
  const row = await db.selectFrom('keyring').selectAll().where('key_id', '=', ENTRY).executeTakeFirst()
  if (!row?.boxed) return undefined
  const lock = locksOf(keys).find(({ fingerprint }) => fingerprint === row.fingerprint)
  if (!lock) throw new Error('the key of the log is locked with another master key')
  return createPrivateKey({ key: decrypt(lock.wrap, row.boxed, BOUND), format: 'der', type: 'pkcs8' })
}

/** The same key, locked with the current master key. */
export async function relockSigningKey(db: Db, keys: Keys): Promise<void> {
  const key = await readSigningKey(db, keys)
  if (key) await keepSigningKey(db, keys, key)
}
