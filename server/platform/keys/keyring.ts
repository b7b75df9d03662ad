import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { hasTable } from '#server/platform/db/hasTable.ts'
import { decrypt, encrypt } from './encryption.ts'
import { type HashKeys, hashAs, type Keys, locksOf } from './keys.ts'
import { type KeyPlace, openKeys } from './place.ts'

/** `isNew` while this database does not know yet that it belongs to them. */
type KnownKeys = { keys: Keys; isNew: boolean }

/** A transaction that writes with a master key holds this lock shared until it commits (022-rotation.sql). */
const WRITERS = 7_203_411_961
const HASHES = 'hmac'
const HASHES_BOUND = 'hash keys'

/**
 * The keys that this database belongs to; a key is made only for one that belongs to none. Throws a sentence when the key
 * is missing or another one, and has written nothing by then: it comes before the migrations.
 */
export async function findKeys(db: Db, config: KeyPlace, noWrites?: string): Promise<KnownKeys> {
  const known = await boundKey(db)
  const isNew = known === undefined
  if (isNew && noWrites) throw new Error(`${noWrites}：数据库还是空的，无法开始使用。`)
  const keys = await openKeys(config, { make: isNew })
  if (!isNew) {
    refuseOther(keys, known)
    await refuseRetired(db, keys)
  }
  return { keys, isNew }
}

/**
 * The first start writes down which master key this database belongs to; of two at once with two keys one stops here. From
 * then on its keys make the hashes, or those that were kept when it was rotated.
 */
export async function bindKeys(db: Db, { keys, isNew }: KnownKeys): Promise<void> {
  if (isNew) {
    await db
      .insertInto('keyring')
      .values({ key_id: 'master', fingerprint: keys.fingerprint })
      .onConflict((at) => at.doNothing())
      .execute()
  }
  const bound = await boundKey(db)
  refuseOther(keys, bound)
  hashAs(keys, bound!, await storedHashes(db, keys))
}

/**
 * The keys of a database that nobody is to write into with them: of a copy, of one that was put back. A version that knew of no
 * rotations has kept nothing through one.
 */
export async function keysOf(db: Db, config: KeyPlace): Promise<Keys> {
  const keys = await openKeys(config)
  const bound = await boundKey(db)
  if (bound === undefined) throw new Error('这个数据库还没有使用过，里面没有东西。')
  refuseOther(keys, bound)
  hashAs(keys, bound, await storedHashes(db, keys))
  return keys
}

/** The fingerprint of the master key that alone reads everything; undefined also before the first migration has run. */
export async function boundKey(db: Db): Promise<string | undefined> {
  if (!(await hasTable(db, 'keyring'))) return undefined
  const row = await db.selectFrom('keyring').select('fingerprint').where('key_id', '=', 'master').executeTakeFirst()
  return row?.fingerprint
}

/** Once it commits, the database refuses writes locked with any but the current key, and none of these is under way. */
export async function retireOthers(db: Tx, keys: Keys): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(WRITERS)})`.execute(db)
  for (const { name, fingerprint } of keys.others)
    await db
      .insertInto('keyring')
      .values({ key_id: retired(name), fingerprint })
      .onConflict((at) => at.doNothing())
      .execute()
}

/** Everything is locked with the current master key: from now on only that key is required, and keeps the hashes' keys. */
export async function bindToCurrent(db: Tx, keys: Keys): Promise<void> {
  const { fingerprint } = keys
  const boxed = encrypt(keys.wrap, JSON.stringify(textOf(keys.hashes)), HASHES_BOUND)
  await db
    .insertInto('keyring')
    .values({ key_id: HASHES, fingerprint, boxed })
    .onConflict((at) => at.column('key_id').doUpdateSet({ fingerprint, boxed }))
    .execute()
  await db.updateTable('keyring').set({ fingerprint }).where('key_id', '=', 'master').execute()
}

/** The hash keys kept at the last rotation; empty before the first. Throws where no key at hand opens them. */
async function storedHashes(db: Db, keys: Keys): Promise<Partial<HashKeys>> {
  const row = await db.selectFrom('keyring').selectAll().where('key_id', '=', HASHES).executeTakeFirst()
  if (!row?.boxed) return {}
  const lock = locksOf(keys).find(({ fingerprint }) => fingerprint === row.fingerprint)
  if (!lock) throw otherKey()
  const texts: Record<string, string> = JSON.parse(decrypt(lock.wrap, row.boxed, HASHES_BOUND).toString())
  return Object.fromEntries(Object.entries(texts).map(([purpose, text]) => [purpose, Buffer.from(text, 'base64')]))
}

const textOf = (hashes: Keys['hashes']): Record<string, string> =>
  Object.fromEntries(Object.entries(hashes).map(([purpose, key]) => [purpose, key.toString('base64')]))

const retired = (name: string): string => `retired ${name}`

function refuseOther(keys: Keys, bound: string | undefined): void {
  if (!locksOf(keys).some(({ fingerprint }) => fingerprint === bound)) throw otherKey()
}

const otherKey = (): Error => new Error('主密钥与这个数据库不相符：用它打不开已封存的内容。请恢复原来的密钥再启动。')

/** Refuses a retired master key: the database would take nothing that it locks. */
async function refuseRetired(db: Db, { name, fingerprint }: Keys): Promise<void> {
  const row = await db.selectFrom('keyring').select('key_id').where('key_id', '=', retired(name)).executeTakeFirst()
  if (row)
    throw new Error(
      `主密钥（指纹 ${fingerprint}）已经轮换掉，只能用来读取：请把新的主密钥设为 MASTER_KEY（或放回 keys/master.key），旧的设为 MASTER_KEY_OLD。`,
    )
}
