import type { Db } from '#server/context.ts'
import type { Keys } from './keys.ts'

/** The first start writes down which master key this database belongs to; a start with another one stops here. */
export async function checkKeyring(db: Db, keys: Keys): Promise<void> {
  await db
    .insertInto('keyring')
    .values({ key_id: 'master', fingerprint: keys.fingerprint })
    .onConflict((at) => at.doNothing())
    .execute()
  const { fingerprint } = await db
    .selectFrom('keyring')
    .select('fingerprint')
    .where('key_id', '=', 'master')
    .executeTakeFirstOrThrow()
  if (fingerprint !== keys.fingerprint) {
    throw new Error('主密钥与这个数据库不相符：用它打不开已封存的内容。请恢复原来的密钥再启动。')
  }
}
