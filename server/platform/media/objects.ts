import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import type { Given } from '#server/platform/db/tables.ts'
import { type BindingRow, bindingOf } from '#server/platform/keys/binding.ts'
import { type Envelope, openKey } from '#server/platform/keys/envelope.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { unwrapLoose, unwrapSecret } from './secrets.ts'
import type { Stored } from './store.ts'

type ReadableRow = Omit<BindingRow, 'id'> & {
  key: string
  size: number
  mime: string
  wrap: Buffer | null
  sealed_in: number | null
  avatar_of: number | null
  is_shown: boolean
  envelope: Envelope | null
  given: Given | null
}

/**
 * `settled`: it cannot be sealed any more – its capsule is open, or it is somebody's face. `isShown`: everybody may see it now,
 * since that capsule is public, or that person is not hidden.
 */
export type Readable = Stored & { settled: boolean; isShown: boolean; given: Given | null }

/** Whatever names it was deleted by its owner. `o` is the objects row. */
const ONLY_IN_DELETED = sql`coalesce((
  select bool_and(d.deleted_at is not null) from capsule_media m join capsules d on d.id = m.capsule_id where m.key = o.key), false)`

/**
 * An object whose bytes may be read now: one of a person who is still with us that nobody sealed, or one of an opened
 * capsule; never one of deleted diaries alone.
 */
export const findReadable = (services: Reading, key: string): Promise<Readable | undefined> =>
  findOpen(services, key, sql`c.status = ${UNSEALED}`)

/** The same of a capsule that its receiver has opened: its sender, for whom it may still be sealed, has no address of it. */
export const findReceived = (services: Reading, key: string): Promise<Readable | undefined> =>
  findOpen(services, key, sql`exists (select from receivers r where r.capsule_id = c.id and r.opened_at is not null)`)

type Reading = Pick<Services, 'db' | 'keys'>

async function findOpen(
  { db, keys }: Reading,
  key: string,
  isOpen: RawBuilder<unknown>,
): Promise<Readable | undefined> {
  const { rows } = await sql<ReadableRow>`
    select o.key, o.size, o.mime, o.wrap, o.sealed_in, o.avatar_of, o.given,
      coalesce(c.is_public = 1, o.avatar_of is not null and u.hidden is null) as is_shown,
      c.owner_id, c.type, c.sealed_at, c.open_time, k.envelope
    from objects o
    join users u on u.id = o.owner_id
    left join capsules c on c.id = o.sealed_in and ${isOpen}
    left join capsule_contents k on k.capsule_id = c.id
    where o.key = ${key} and ((o.sealed_in is null and u.cancelled_at is null and not ${ONLY_IN_DELETED}) or c.id is not null)`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return undefined
  const { size, mime, sealed_in, avatar_of, is_shown, given } = row
  const settled = sealed_in !== null || avatar_of !== null
  return { key, size, mime, secret: secretOf(keys, row), settled, isShown: is_shown, given }
}

/**
 * An object, no matter who may read it, sealed ones too: to see that its bytes are still those, never to show them. Undefined
 * when it is gone or its key was thrown away with an account.
 */
export async function findForScrub(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  key: string,
): Promise<(Stored & { proof: Buffer | null }) | undefined> {
  const { rows } = await sql<ReadableRow & { proof: Buffer | null }>`
    select o.key, o.size, o.mime, o.wrap, o.sealed_in, o.avatar_of, o.proof,
      c.owner_id, c.type, c.sealed_at, c.open_time, k.envelope
    from objects o
    left join capsules c on c.id = o.sealed_in
    left join capsule_contents k on k.capsule_id = c.id
    where o.key = ${key}`.execute(db)
  const row = rows[0]
  return row && { key: row.key, size: row.size, mime: row.mime, secret: secretOf(keys, row), proof: row.proof }
}

/**
 * The proof of an object's bytes by their SHA-256 in hex. Keyed: a person who sees the database and guesses sealed content cannot
 * check the guess by its hash.
 */
export const proofOf = (keys: Keys, key: string, sha256: string): Buffer =>
  keys.hmac('backup', `object ${key} ${sha256}`)

/** Whether there is a row, whatever it says. */
export const isKnown = async (db: Db, key: string): Promise<boolean> =>
  (await db.selectFrom('objects').select('key').where('key', '=', key).executeTakeFirst()) !== undefined

/** The key of an object that nobody sealed. */
export const looseSecret = (keys: Keys, { key, wrap }: { key: string; wrap: Buffer | null }): Buffer | undefined =>
  wrap ? unwrapLoose(keys, wrap, key) : undefined

function secretOf(keys: Keys, row: ReadableRow): Buffer | undefined {
  if (!row.wrap || row.sealed_in === null) return looseSecret(keys, row)
  const binding = bindingOf({ ...row, id: row.sealed_in })
  return unwrapSecret(openKey(keys, binding, row.envelope!), row.wrap, row.key)
}
