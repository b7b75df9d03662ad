import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { ALREADY_OPEN, REQUEST_DUE, REQUEST_WAITING } from '#contract/unseal.ts'
import type { UserContext } from '#server/context.ts'
import { missing, refuse } from '#server/fail.ts'

const WHY_NOT: Record<number, string> = {
  [STATUS.unsealed]: ALREADY_OPEN,
  [STATUS.requested]: REQUEST_WAITING,
  [STATUS.approved]: REQUEST_DUE,
}

/** Asks for an early unsealing: status 3 while it waits. */
export async function unlockRequest({ db, caller }: UserContext, { capsule_id, reason }: Parsed<'unlockRequest'>) {
  const { rows } = await sql`
    with asked as (
      update capsules set status = ${STATUS.requested}, updated_at = now()
      where id = ${Number(capsule_id)} and owner_id = ${caller.userId} and status = ${STATUS.sealed} and open_time > now()
      returning id
    )
    insert into applications (capsule_id, reason) select id, ${reason.trim()} from asked returning id`.execute(db)
  if (rows.length > 0) return {}
  const capsule = await db
    .selectFrom('capsules')
    .select('status')
    .where('id', '=', Number(capsule_id))
    .where('owner_id', '=', caller.userId)
    .where('status', '<>', STATUS.draft)
    .executeTakeFirst()
  if (!capsule) throw missing()
  throw refuse(WHY_NOT[capsule.status] ?? REQUEST_DUE)
}
