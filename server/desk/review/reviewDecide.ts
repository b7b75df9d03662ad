import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { type ApplicationState, STATUS } from '#contract/capsule.ts'
import { DECIDED_ALREADY, DECIDED_LATE, DECIDED_ONCE, missingApprovals, whyNotReply } from '#contract/review.ts'
import { shownTitle } from '#contract/seal.ts'
import { queueNotices } from '#server/capsules/notice/queue.ts'
import { missing, refuse, refuseIf } from '#server/core/fail.ts'
import { tell } from '#server/people/inbox/tell.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { noteAct } from './acts.ts'

type Decision = { applicationId: number; operatorId: number; approve: number; reply: string }
type Open = { applicationId: number; capsuleId: number; isLock: number }
type Outcome = { state: ApplicationState; missing: number }

/**
 * An operator's yes or no. The first no ends an application; a yes does once as many different operators have said yes as the
 * capsule needs; a removed operator's yes counts no more. The owner hears of the end by SMS.
 */
export async function reviewDecide(context: OperatorContext, input: Parsed<'reviewDecide'>): Promise<Outcome> {
  const { operator, log, clock } = context
  const { approve } = input
  const reply = input.reply.trim()
  refuseIf(whyNotReply(reply, approve))
  const decision = { applicationId: Number(input.application_id), operatorId: operator.operatorId, approve, reply }
  const outcome = await inTransaction(context.db, async (db) => {
    const open = await lockOpen(db, decision.applicationId, clock.due())
    await writeDecision(db, decision)
    await noteAct(db, {
      operatorId: operator.operatorId,
      kind: 'application',
      target: decision.applicationId,
      act: approve ? 'pass' : 'refuse',
      note: reply,
    })
    if (approve === 0) return end(db, open, { state: 'rejected', reply })
    const { approvals, said } = await readApprovals(db, decision.applicationId)
    const left = missingApprovals(open.isLock, approvals)
    if (left > 0) return { state: 'waiting' as const, missing: left }
    return end(db, open, { state: 'approved', reply: reply || said })
  })
  log.info({ application: decision.applicationId, operator: operator.name, approve, ...outcome }, 'a decision')
  return outcome
}

/**
 * Locking the capsule locks the application as well: every change of it locks the capsule first. The application is late
 * only by a clock that can be trusted.
 */
async function lockOpen(db: Tx, applicationId: number, due: RawBuilder<string>): Promise<Open> {
  const capsule = await lockCapsules(db)
    .select(['c.id', 'c.is_lock'])
    .select(sql<boolean>`c.open_time <= ${due}`.as('due'))
    .where('c.id', '=', (query) =>
      query.selectFrom('applications').select('capsule_id').where('id', '=', applicationId),
    )
    .executeTakeFirst()
  const application = await db
    .selectFrom('applications')
    .select('state')
    .where('id', '=', applicationId)
    .executeTakeFirst()
  if (!capsule || !application) throw missing()
  if (application.state !== 'waiting') throw refuse(DECIDED_ALREADY)
  if (capsule.due) throw refuse(DECIDED_LATE)
  return { applicationId, capsuleId: capsule.id, isLock: capsule.is_lock }
}

async function writeDecision(db: Db, { applicationId, operatorId, approve, reply }: Decision): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('application_decisions')
    .values({ application_id: applicationId, operator_id: operatorId, approve, reply })
    .onConflict((on) => on.columns(['application_id', 'operator_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw refuse(DECIDED_ONCE)
}

/** How many present operators said yes, and their replies. */
async function readApprovals(db: Db, applicationId: number) {
  const rows = await db
    .selectFrom('application_decisions as d')
    .innerJoin('operators as o', 'o.id', 'd.operator_id')
    .select('d.reply')
    .where('d.application_id', '=', applicationId)
    .where('d.approve', '=', 1)
    .where('o.removed_at', 'is', null)
    .orderBy('d.decided_at')
    .execute()
  return { approvals: rows.length, said: rows.find(({ reply }) => reply)?.reply ?? '' }
}

type End = { state: 'approved' | 'rejected'; reply: string }
const TOLD = { approved: '已通过，现在就可以解封', rejected: '未通过' } as const
const STATUS_AFTER = { approved: STATUS.approved, rejected: STATUS.sealed } as const

async function end(db: Db, { applicationId, capsuleId }: Open, { state, reply }: End): Promise<Outcome> {
  await db
    .updateTable('applications')
    .set({ state, reply, closed_at: sql<string>`now()` })
    .where('id', '=', applicationId)
    .execute()
  await db
    .updateTable('capsules')
    .set({ status: STATUS_AFTER[state], updated_at: sql<string>`now()` })
    .where('id', '=', capsuleId)
    .execute()
  const occasion = `review ${applicationId}`
  await queueNotices(db, [{ capsuleId, contact: 'owner', occasion, template: state }])
  await tellOwner(db, capsuleId, { state, reply })
  return { state, missing: 0 }
}

async function tellOwner(db: Db, capsuleId: number, { state, reply }: End): Promise<void> {
  const { owner_id, long_tag } = await db
    .selectFrom('capsules')
    .select(['owner_id', 'long_tag'])
    .where('id', '=', capsuleId)
    .executeTakeFirstOrThrow()
  const text = `胶囊「${shownTitle(long_tag)}」的提前解封申请${TOLD[state]}。${reply && `答复：${reply}`}`
  await tell(db, { userId: owner_id, kind: 'application', text, to: ['capsuleDetail', { id: String(capsuleId) }] })
}
