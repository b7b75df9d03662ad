import { type RawBuilder, sql } from 'kysely'
import { UPLOAD } from '#contract/upload.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockObjects } from '#server/platform/db/locks.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import type { Checked } from './check.ts'
import { wrapSecret } from './secrets.ts'
import { refuseUpload } from './upload.ts'

/**
 * Locks these objects until the transaction ends, and with them those that `capsuleId` names so far: a caller that names others
 * in their place lets go of them.
 */
export async function lockReferences(db: Tx, objects: readonly Checked[], capsuleId?: number): Promise<void> {
  const keys = objects.map(({ key }) => key)
  if (keys.length === 0 && capsuleId === undefined) return
  // As one array: two conditions joined by "or" would read the whole table.
  const all = sql<string>`any(array(select unnest(${keys}::text[])
    union all select key from capsule_media where capsule_id = ${capsuleId ?? 0}))`
  await lockObjects(db).where('o.key', '=', all).execute()
}

/**
 * The objects a capsule names from now on, in place of those it named; all of them are held. Refuses when one was sealed or
 * cleared meanwhile, or is somebody's face.
 */
export async function setReferences(db: Tx, capsuleId: number, objects: readonly Checked[]): Promise<void> {
  const keys = objects.map(({ key }) => key)
  const { rows } = await sql<{ key: string }>`
    update objects set loose_since = null, doomed_at = null
    where key = any(${keys}::text[]) and sealed_in is null and avatar_of is null returning key`.execute(db)
  refuseOthers(objects, rows)
  await sql`
    insert into capsule_media (capsule_id, key) select ${capsuleId}, unnest(${keys}::text[])
    on conflict do nothing`.execute(db)
  await sql`delete from capsule_media where capsule_id = ${capsuleId} and key <> all(${keys}::text[])`.execute(db)
}

/** Refuses the first of these that is not among those that can be had. */
function refuseOthers(objects: readonly Checked[], had: readonly { key: string }[]): void {
  const keys = new Set(had.map(({ key }) => key))
  const other = objects.find(({ key }) => !keys.has(key))
  if (other) throw refuseUpload(other, UPLOAD.elsewhere)
}

/** A finished diary keeps its pictures: they cannot be locked away in another capsule. `o` is the objects row. */
const inNoDiary = sql<boolean>`not exists (
  select from capsule_media m join capsules c on c.id = m.capsule_id
  where m.key = o.key and c.status = ${UNSEALED} and c.sealed_at is null)`

type Sealing = { capsuleId: number; userId: number; key: Buffer; objects: readonly Checked[] }

/**
 * The parts of a `with` that lock held objects into a capsule in the statement that makes it: `before` finds them, `condition`
 * holds when all of them can be had, and `after` follows `paid`. Undefined when there are none.
 */
export function sealReferencesSql({
  capsuleId,
  userId,
  key: lock,
  objects,
}: Sealing): { before: RawBuilder<unknown>; condition: RawBuilder<unknown>; after: RawBuilder<unknown> } | undefined {
  if (objects.length === 0) return undefined
  const wraps = objects.map(({ key, secret }) => ({
    key,
    wrap: secret ? wrapSecret(lock, secret, key).toString('hex') : null,
  }))
  return {
    before: sql`had as (
      select key from objects o where key = any(${objects.map(({ key }) => key)}::text[]) and owner_id = ${userId}
        and sealed_in is null and avatar_of is null and ${inNoDiary}
    ),`,
    condition: sql`(select count(*) from had) = ${objects.length}`,
    after: sql`, locked as (
      update objects o set sealed_in = ${capsuleId}, wrap = decode(w.wrap, 'hex'), loose_since = null, doomed_at = null
      from jsonb_to_recordset(${JSON.stringify(wraps)}::jsonb) as w (key text, wrap text)
      where o.key = w.key and exists (select from paid)
    ), named as (
      insert into capsule_media (capsule_id, key) select ${capsuleId}, key from had where exists (select from paid)
    )`,
  }
}

/** Refuses when it was for want of its objects that a sealing paid nothing: the first that could not be had. */
export async function refuseNotHeld(db: Db, objects: readonly Checked[]): Promise<void> {
  if (objects.length === 0) return
  const had = await db
    .selectFrom('objects as o')
    .select('key')
    .where(
      'key',
      'in',
      objects.map(({ key }) => key),
    )
    .where('sealed_in', 'is', null)
    .where('avatar_of', 'is', null)
    .where(inNoDiary)
    .execute()
  refuseOthers(objects, had)
}
