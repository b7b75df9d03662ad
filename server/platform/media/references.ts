import { type RawBuilder, sql } from 'kysely'
import { UPLOAD } from '#contract/upload.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockObjects } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
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
  refuseOthers(objects, await setAll(db, { capsuleId, keys: objects.map(({ key }) => key) }))
}

const setAll = prepared(
  ({ capsuleId, keys }: { capsuleId: number; keys: string[] }) => sql<{ key: string }>`
    with free as (
      select key from objects where key = any(${keys}::text[]) and sealed_in is null and avatar_of is null
    ), ${namedSql({ capsuleId: sql`${capsuleId}::bigint`, from: sql`free` })}, ${letGoSql(sql`${capsuleId}::bigint`, keys)}
    select key from free`,
)

/** Parts of a `with`: the capsule names the objects whose keys `from` has, which are held. They are wanted again. */
export const namedSql = ({ capsuleId, from }: { capsuleId: RawBuilder<unknown>; from: RawBuilder<unknown> }) => sql`
    kept as (
      update objects set loose_since = null, doomed_at = null where key in (select key from ${from})
    ), named as (
      insert into capsule_media (capsule_id, key) select ${capsuleId}, key from ${from} on conflict do nothing
    )`

/** Part of a `with`: the capsule does not name any others. */
export const letGoSql = (capsuleId: RawBuilder<unknown>, keys: string[]) => sql`
    gone as (delete from capsule_media where capsule_id = ${capsuleId} and key <> all(${keys}::text[]))`

/** Refuses when it was for want of its objects that nothing was written: the first that is sealed, cleared, or a face. */
export async function refuseNotFree(
  db: Db,
  objects: readonly Checked[],
  condition = sql<boolean>`true`,
): Promise<void> {
  if (objects.length === 0) return
  const free = await db
    .selectFrom('objects as o')
    .select('key')
    .where(
      'key',
      'in',
      objects.map(({ key }) => key),
    )
    .where('sealed_in', 'is', null)
    .where('avatar_of', 'is', null)
    .where(condition)
    .execute()
  refuseOthers(objects, free)
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

export type SealedObjects = ReturnType<typeof sealedObjects>
/** Held objects as values of the statement that locks them into a capsule under its key (`sealReferencesSql`). */
export const sealedObjects = (lock: Buffer, objects: readonly Checked[]) => ({
  objectKeys: objects.map(({ key }) => key),
  objectCount: objects.length,
  wraps: JSON.stringify(
    objects.map(({ key, secret }) => ({
      key,
      wrap: secret ? wrapSecret(lock, secret, key).toString('hex') : null,
    })),
  ),
})

/**
 * The parts of a `with` that lock held objects into a capsule in the statement that makes it: `before` finds them, `condition`
 * holds when all of them can be had, and `after` follows `booked`.
 */
export const sealReferencesSql = (v: SealedObjects, { capsuleId, userId }: { capsuleId: number; userId: number }) => ({
  before: sql`had as (
      select key from objects o where key = any(${v.objectKeys}::text[]) and owner_id = ${userId}
        and sealed_in is null and avatar_of is null and ${inNoDiary}
    ),`,
  condition: sql`(select count(*) from had) = ${v.objectCount}`,
  after: sql`, locked as (
      update objects o set sealed_in = ${capsuleId}, wrap = decode(w.wrap, 'hex'), loose_since = null, doomed_at = null
      from jsonb_to_recordset(${v.wraps}::jsonb) as w (key text, wrap text)
      where o.key = w.key and exists (select from booked)
    ), named as (
      insert into capsule_media (capsule_id, key) select ${capsuleId}, key from had where exists (select from booked)
    )`,
})

/** The same of a sealing, which also leaves to a diary what is the diary's. */
export const refuseNotHeld = (db: Db, objects: readonly Checked[]): Promise<void> =>
  refuseNotFree(db, objects, inNoDiary)
