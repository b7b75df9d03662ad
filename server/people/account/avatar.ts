import { sql } from 'kysely'
import { keyOf } from '#contract/media.ts'
import { UPLOAD } from '#contract/upload.ts'
import { refuse } from '#server/core/fail.ts'
import type { Context, UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Overtaken } from '#server/platform/db/deadlocks.ts'
import { lockObjects, lockPerson } from '#server/platform/db/locks.ts'
import { checkObjects } from '#server/platform/media/check.ts'
import { avatarAddress } from '#server/platform/media/permission.ts'

/** A person's picture as pages show it: a given one as it is, an uploaded one at an address for the day. */
export const shownAvatar = (context: Pick<Context, 'keys' | 'now'>, avatar: string): string =>
  keyOf(avatar) ? avatarAddress(context, avatar) : avatar

/** The avatar as it is kept; an uploaded one is looked at first. */
export async function checkAvatar(context: UserContext, avatar: string): Promise<string> {
  const key = keyOf(avatar)
  if (!key) return avatar
  await checkObjects(context, [{ key, field: 'avatar' }])
  return key
}

/** The picture belongs to its person from now on, and the one before is loose; holds the pictures and then the person. */
export async function nameAvatar(db: Tx, userId: number, avatar: string): Promise<void> {
  const held = await holdAvatars(db, userId, avatar)
  await lockPerson(db, userId)
  await setAvatar(db, { userId, avatar, held })
}

type Held = { key: string }[]

/** The picture a person has, and the one they are to have. */
export const holdAvatars = (db: Tx, userId: number, avatar: string): Promise<Held> =>
  lockObjects(db)
    .where((at) => at.or([at('o.avatar_of', '=', userId), at('o.key', '=', avatar)]))
    .execute()

type Naming = { userId: number; avatar: string; held: Held }

/** Sets the picture where the pictures and the person are locked. */
export async function setAvatar(db: Tx, { userId, avatar, held }: Naming): Promise<void> {
  const { rows: before } = await sql<{ key: string }>`
    select key from objects where avatar_of = ${userId} and key <> ${avatar}`.execute(db)
  if (before.some(({ key }) => !held.some((object) => object.key === key))) throw new Overtaken()
  await sql`update objects set avatar_of = null, loose_since = now() where avatar_of = ${userId} and key <> ${avatar}`.execute(
    db,
  )
  if (!keyOf(avatar)) return
  const { rows } = await sql`
    update objects set avatar_of = ${userId}, loose_since = null, doomed_at = null
    where key = ${avatar} and owner_id = ${userId} and sealed_in is null
      and not exists (select from capsule_media m where m.key = objects.key)
    returning key`.execute(db)
  if (rows.length === 0) throw refuse(UPLOAD.elsewhere)
}
