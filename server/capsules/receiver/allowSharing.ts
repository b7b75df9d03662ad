import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { ALLOW_EARLY } from '#contract/receiver.ts'
import { missing, refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { closeCase } from '#server/platform/moderation/cases.ts'

/** Who has opened what they received agrees that its sender shows it to others, or no longer: then it is shown to nobody else from that moment. */
export async function allowSharing({ db, caller }: UserContext, { capsule_id, allowed }: Parsed<'allowSharing'>) {
  const id = Number(capsule_id)
  await inTransaction(db, async (db) => {
    await lockCapsules(db).select('c.id').where('c.id', '=', id).execute()
    const row = await db
      .selectFrom('receivers')
      .select('opened_at')
      .where('capsule_id', '=', id)
      .where('received_by', '=', caller.userId)
      .executeTakeFirst()
    if (!row) throw missing()
    if (!row.opened_at) throw refuse(ALLOW_EARLY)
    await sql`update receivers set allowed_at = ${allowed === 1 ? sql`coalesce(allowed_at, now())` : null} where capsule_id = ${id}`.execute(
      db,
    )
    if (allowed === 0) await showNobodyElse(db, id)
  })
  return {}
}

/** From every public surface, and its link with it; an operator's decision stays. The capsule is held. */
export async function showNobodyElse(db: Db, id: number): Promise<void> {
  await sql`
    with hidden as (
      update capsules set is_public = 0, review = null
      where id = ${id} and (is_public = 1 or review is not null) and review is distinct from 'down'
    )
    update shares set token_hash = null, generation = generation + 1 where capsule_id = ${id} and token_hash is not null`.execute(
    db,
  )
  await closeCase(db, { kind: 'capsule', targetId: id }, 'withdrawn')
}
