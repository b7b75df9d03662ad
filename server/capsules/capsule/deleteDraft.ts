import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { CapsuleType } from '#contract/capsule.ts'
import { STATUS } from '#contract/capsule.ts'
import { missing } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { DRAFT } from '#server/platform/db/states.ts'
import { changedElsewhere, theirs, type Unread, whyNotWritten } from './writing.ts'

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
