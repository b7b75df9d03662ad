import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { ANSWER_EARLY, ANSWER_TOLD, ANSWERED, SENDER_LEFT } from '#contract/receiver.ts'
import { isOpenedBy, isReceivedBy } from '#server/capsules/capsule/asReceived.ts'
import { encryptAnswer } from '#server/capsules/capsule/letters.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { tell } from '#server/people/inbox/tell.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockCapsules, lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

type Received = { id: number; userId: number }

/** The receiver's one answer to who sent a capsule, once they have opened it: the two of them read it, and it changes no more. */
export async function answerCapsule(context: UserContext, { capsule_id, text }: Parsed<'answerCapsule'>) {
  const { db, keys, caller } = context
  const received = { id: Number(capsule_id), userId: caller.userId }
  const values = { capsule_id: received.id, writer_id: caller.userId, text: encryptAnswer(keys, received.id, text) }
  await inTransaction(db, async (db) => {
    const senderId = await holdOpened(db, received)
    const written = await db
      .insertInto('answers')
      .values(values)
      .onConflict((at) => at.column('capsule_id').doNothing())
      .returning('capsule_id')
      .executeTakeFirst()
    if (!written) throw refuse(ANSWERED)
    await tell(db, {
      ...{ userId: senderId, kind: 'answered', text: ANSWER_TOLD },
      to: ['capsuleDetail', { id: capsule_id, isOther: '0' }],
    })
  })
  return {}
}

/** Who sent it; held with its receiver until the answer is written, so that none is left of an account that is being closed. */
async function holdOpened(db: Tx, { id, userId }: Received): Promise<number> {
  const row = await lockCapsules(db)
    .select(['c.owner_id', isOpenedBy(userId).as('opened')])
    .select(sql<boolean>`exists (select from users u where u.id = c.owner_id and u.cancelled_at is null)`.as('reads'))
    .where('c.id', '=', id)
    .where('c.deleted_at', 'is', null)
    .where(isReceivedBy(userId))
    .executeTakeFirst()
  if (!row) throw missing()
  await lockPerson(db, userId)
  if (!row.opened) throw refuse(ANSWER_EARLY)
  if (!row.reads) throw refuse(SENDER_LEFT)
  return row.owner_id
}
