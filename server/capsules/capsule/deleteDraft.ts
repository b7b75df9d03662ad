import type { Parsed } from '#contract/calls.ts'
import type { CapsuleType } from '#contract/capsule.ts'
import { STATUS } from '#contract/capsule.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { theirs, whyNotWritten } from './writing.ts'

/** Drops a draft; a draft of someone else is as good as none. */
export async function deleteDraft({ db, caller }: UserContext, { capsule_id }: Parsed<'deleteDraft'>) {
  await dropDraft(db, { id: Number(capsule_id), userId: caller.userId })
  return {}
}

/** The person's draft, locked until the transaction ends, since it is about to go; no row where there is none. */
export const lockDraft = (db: Tx, { id, userId }: { id: number; userId: number }) =>
  theirs(lockCapsules(db, { going: true }), { id, userId, status: STATUS.draft })
    .select('c.id')
    .execute()

type Dropped = { id: number; userId: number; type?: CapsuleType; revision?: number }

/** Drops the person's draft – of this type and revision if they are said – or refuses as missing, or as changed elsewhere. */
export async function dropDraft(db: Db, { id, userId, type, revision }: Dropped) {
  const { numDeletedRows } = await db
    .deleteFrom('capsules')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('status', '=', STATUS.draft)
    .$if(type !== undefined, (drop) => drop.where('type', '=', type!))
    .$if(revision !== undefined, (drop) => drop.where('revision', '=', revision!))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw await whyNotWritten(db, { id, userId, type, status: STATUS.draft })
}
