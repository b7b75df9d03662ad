import { sql } from 'kysely'
import type { Db, Services } from '#server/context.ts'
import { UNSEALED } from '#server/db/states.ts'
import { type Envelope, openKey } from '#server/keys/envelope.ts'
import type { Keys } from '#server/keys/keys.ts'
import { unwrapSecret } from './secrets.ts'
import type { Stored } from './store.ts'

type Row = {
  key: string
  size: number
  mime: string
  wrap: Buffer | null
  sealed_in: number | null
  avatar_of: number | null
  envelope: Envelope | null
}

/** `settled`: it cannot be sealed any more – its capsule is open, or it is somebody's face. */
export type Readable = Stored & { settled: boolean }

/**
 * An object whose bytes may be read now: one of a person who is still with us that nobody sealed, or one of an opened
 * capsule.
 */
export async function findReadable(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  key: string,
): Promise<Readable | undefined> {
  const { rows } = await sql<Row>`
    select o.key, o.size, o.mime, o.wrap, o.sealed_in, o.avatar_of, k.envelope
    from objects o
    join users u on u.id = o.owner_id
    left join capsules c on c.id = o.sealed_in and c.status = ${UNSEALED}
    left join capsule_contents k on k.capsule_id = c.id
    where o.key = ${key} and ((o.sealed_in is null and u.cancelled_at is null) or c.id is not null)`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { size, mime, sealed_in, avatar_of } = row
  return { key, size, mime, secret: secretOf(keys, row), settled: sealed_in !== null || avatar_of !== null }
}

/** Whether there is a row, whatever it says. */
export const isKnown = async (db: Db, key: string): Promise<boolean> =>
  (await db.selectFrom('objects').select('key').where('key', '=', key).executeTakeFirst()) !== undefined

/** The key of an object that nobody sealed. */
export const looseSecret = (keys: Keys, { key, wrap }: { key: string; wrap: Buffer | null }): Buffer | undefined =>
  wrap ? unwrapSecret(keys.wrap, wrap, key) : undefined

function secretOf(keys: Keys, row: Row): Buffer | undefined {
  if (!row.wrap || row.sealed_in === null) return looseSecret(keys, row)
  return unwrapSecret(openKey(keys, row.sealed_in, row.envelope!), row.wrap, row.key)
}
