import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { CapsuleType } from '#contract/capsule.ts'
import { STATUS } from '#contract/capsule.ts'
import { missing } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { DRAFT } from '#server/platform/db/states.ts'
import { changedElsewhere, theirs, type Unread } from './writing.ts'

/** Drops a draft; a draft of someone else is as good as none. */
export async function deleteDraft({ db, caller }: UserContext, { capsule_id }: Parsed<'deleteDraft'>) {
  const { numDeletedRows } = await db
    .deleteFrom('capsules')
    .where('id', '=', Number(capsule_id))
    .where('owner_id', '=', caller.userId)
    .where('status', '=', STATUS.draft)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw missing()
  return {}
}

/** The person's draft, locked until the transaction ends, since it is about to go; no row where there is none. */
export const lockDraft = (db: Tx, { id, userId }: { id: number; userId: number }) =>
  theirs(lockCapsules(db, { going: true }), { id, userId, status: STATUS.draft })
    .select('c.id')
    .execute()

/** A draft that goes with the statement that makes a capsule of it, as values: 0 for none. */
export type Taken = ReturnType<typeof takenDraft>
export const takenDraft = (id: number | undefined, revision: number | undefined) => ({
  draftId: id ?? 0,
  draftRevision: revision ?? null,
})

/** A condition on `c`, its row: the person's draft of this type, in the revision that its writer has seen. */
export const isTaken = (
  v: Pick<Taken, 'draftRevision'>,
  { userId, type }: { userId: number; type: CapsuleType },
): RawBuilder<boolean> => sql`
  c.owner_id = ${userId} and c.status = ${DRAFT} and c.type = ${type} and c.revision = coalesce(${v.draftRevision}::int, c.revision)`

/** Why a draft could not be taken: it is gone, which it is not paid for twice, or another revision by now. */
export async function refuseNotTaken(
  db: Db,
  { draftId, draftRevision }: Taken,
  unread: Omit<Unread, 'id'>,
): Promise<void> {
  if (draftId === 0) return
  const draft = await theirs(db.selectFrom('capsules as c'), { ...unread, id: draftId })
    .select('c.revision')
    .executeTakeFirst()
  if (!draft) throw missing()
  if (draftRevision !== null && draft.revision !== draftRevision) throw changedElsewhere()
}
