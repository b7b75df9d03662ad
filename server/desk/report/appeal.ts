import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { CaseKind } from '#contract/cases.ts'
import { APPEALED_ALREADY, NOTHING_TO_APPEAL, whyNotAppeal } from '#contract/report.ts'
import { missing, refuse, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockCapsules, lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { openCase } from '#server/platform/moderation/cases.ts'

/** One sentence against a decision, once: the decision comes back to the operators with its subject. */
export async function appeal({ db, caller }: UserContext, { message_id, text }: Parsed<'appeal'>) {
  refuseIf(whyNotAppeal(text))
  await inTransaction(db, async (db) => {
    const message = await readMessage(db, Number(message_id), caller.userId)
    if (message.kind === 'down' && message.what === 'capsule') await holdDown(db, message.target_id)
    const { hidden } = await lockPerson(db, caller.userId)
    if (message.kind === 'ban' && hidden !== 'banned') throw refuse(NOTHING_TO_APPEAL)
    await takeOnce(db, Number(message_id))
    const about =
      message.kind === 'ban'
        ? ({ kind: 'user', targetId: caller.userId } as const)
        : { kind: message.what, targetId: message.target_id }
    await openCase(db, { ...about, userId: caller.userId, why: 'appeal', plea: text.trim() })
  })
  return {}
}

type Told = { kind: string; what: CaseKind; target_id: number }

async function readMessage(db: Tx, id: number, userId: number): Promise<Told> {
  const message = await db
    .selectFrom('inbox as m')
    .leftJoin('cases as k', 'k.id', 'm.case_id')
    .select(['m.kind', 'm.appealed_at', 'k.kind as what', 'k.target_id'])
    .where('m.id', '=', id)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  if (!message) throw missing()
  if (message.what === null || message.target_id === null) throw refuse(NOTHING_TO_APPEAL)
  if (message.appealed_at) throw refuse(APPEALED_ALREADY)
  return { kind: message.kind, what: message.what, target_id: message.target_id }
}

async function holdDown(db: Tx, id: number): Promise<void> {
  const down = await lockCapsules(db)
    .select('c.id')
    .where('c.id', '=', id)
    .where('c.review', '=', 'down')
    .executeTakeFirst()
  if (!down) throw refuse(NOTHING_TO_APPEAL)
}

async function takeOnce(db: Tx, id: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('inbox')
    .set({ appealed_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('appealed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse(APPEALED_ALREADY)
}
