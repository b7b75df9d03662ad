import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { mayRead } from '#server/capsules/capsule/mayRead.ts'
import { missing } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { heldCapsule, heldPerson } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { UNSEALED } from '#server/platform/db/states.ts'

/** Likes a capsule that the caller may see open now; a second time changes nothing. The database counts. */
export async function like({ db, caller: { userId } }: UserContext, { capsule_id }: Parsed<'like'>) {
  const [liking] = await liked(db, { id: Number(capsule_id), userId })
  if (!liking) throw missing()
  return {}
}

/** Takes a like back, also of what is not shown any more; where there was none nothing changes. */
export async function unlike({ db, caller: { userId } }: UserContext, { capsule_id }: Parsed<'unlike'>) {
  await unliked(db, { id: Number(capsule_id), userId })
  return {}
}

type Liking = { id: number; userId: number }

/**
 * The capsule is held first, so that those who like it at once stand in line, and nobody who may not see it any more gets in;
 * then the person. No row where either is not there.
 */
const liked = prepared(({ id, userId }: Liking) => {
  const isShown = sql`c.status = ${UNSEALED} and ${mayRead({ userId, shareHash: undefined })}`
  return sql<{ id: number }>`
    with held as (${heldCapsule(id, isShown)}), present as (${heldPerson(userId, sql`held`)}), made as (
      insert into loves (user_id, capsule_id) select present.id, held.id from present, held on conflict do nothing
    )
    select id from present`
})

const unliked = prepared(
  ({ id, userId }: Liking) => sql`
    with held as (${heldCapsule(id)})
    delete from loves where user_id = ${userId} and capsule_id in (select id from held)`,
)
