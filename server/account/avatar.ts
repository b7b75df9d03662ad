import { sql } from 'kysely'
import { keyOf, UPLOAD } from '#contract/media.ts'
import type { Context, Db, UserContext } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { checkObjects } from '#server/media/check.ts'
import { avatarAddress } from '#server/media/permission.ts'

/** A person's picture as pages show it: a given one as it is, an uploaded one at an address for the day. */
export const shownAvatar = (context: Pick<Context, 'keys' | 'now'>, avatar: string): string =>
  keyOf(avatar) ? avatarAddress(context, avatar) : avatar

/** The avatar as it is kept; an uploaded one is looked at first. */
export async function checkAvatar(context: UserContext, avatar: string): Promise<string> {
  const key = keyOf(avatar)
  if (!key) return avatar
  await checkObjects(context, [key])
  return key
}

/** The picture belongs to its person from now on, and the one before is loose; in the transaction that writes the person. */
export async function nameAvatar(db: Db, userId: number, avatar: string): Promise<void> {
  // Locked first, so that the statements after it see who names them now.
  await sql`select from objects where avatar_of = ${userId} or key = ${avatar} order by key for update`.execute(db)
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
