import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { whyNotShared } from '#contract/share.ts'
import { refuse, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { tellOwn } from '#server/platform/media/clean/whole.ts'
import { holdOwn, refuseUnlessAllowed } from './own.ts'

export const shareHashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The token with which anybody may see this opened capsule until its owner ends it. Derived, so that asking again gives
 * the same one; only its hash is kept.
 */
export async function capsuleShare(
  context: UserContext,
  { capsule_id, told }: Parsed<'capsuleShare'>,
): Promise<{ token: string }> {
  const { keys, caller } = context
  const id = Number(capsule_id)
  if (told === 1) await tellOwn(context, id)
  return inTransaction(context.db, async (db) => {
    await refuseUnlessOpen(db, id, caller.userId)
    await refuseIfHidden(db, id)
    const { generation } = await db
      .insertInto('shares')
      .values({ capsule_id: id, token_hash: null })
      .onConflict((at) => at.column('capsule_id').doUpdateSet({ capsule_id: id }))
      .returning('generation')
      .executeTakeFirstOrThrow()
    const token = tokenOf(keys, id, generation)
    await db
      .updateTable('shares')
      .set({ token_hash: shareHashOf(token) })
      .where('capsule_id', '=', id)
      .execute()
    return { token }
  })
}

/** Ends the link for good: sharing again makes another. */
export async function capsuleUnshare({ db, caller }: UserContext, { capsule_id }: Parsed<'capsuleUnshare'>) {
  const id = Number(capsule_id)
  await inTransaction(db, async (db) => {
    await refuseUnlessOpen(db, id, caller.userId)
    await db
      .updateTable('shares')
      .set({ token_hash: null, generation: sql<number>`generation + 1` })
      .where('capsule_id', '=', id)
      .where('token_hash', 'is not', null)
      .execute()
  })
  return {}
}

async function refuseUnlessOpen(db: Tx, id: number, userId: number): Promise<void> {
  const row = await holdOwn(db, id, userId)
  if (row.status !== STATUS.unsealed) throw refuse('解封之后才能分享胶囊')
  if (row.sealed_at === null) throw refuse('日记只属于你自己，不能分享')
  await refuseUnlessAllowed(db, id)
}

/** Through a link, people would see a capsule that nobody is to see. */
async function refuseIfHidden(db: Tx, id: number): Promise<void> {
  const standing = await db
    .selectFrom('capsules as c')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['c.review', 'u.hidden'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  refuseIf(whyNotShared(standing))
}

const tokenOf = (keys: Keys, id: number, generation: number): string =>
  keys.hmac('share', `${id} ${generation}`).toString('base64url')
