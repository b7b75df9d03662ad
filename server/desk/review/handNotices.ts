import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { NOTICE_DONE_ALREADY } from '#contract/review.ts'
import { moveOn } from '#server/capsules/notice/resolver.ts'
import { refuse } from '#server/core/fail.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { moment } from '#server/platform/db/moment.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import type { Claimed } from '#server/platform/message/claim.ts'
import { noteAct, noteLooks } from './acts.ts'

/** Weibo notices that no provider takes: a person sends them by hand, the oldest first. */
export async function handNotices(context: OperatorContext, { page, pageSize }: Parsed<'handNotices'>) {
  const { db, keys } = context
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'recipient', 'address', 'text', 'created_at'])
    .where('state', '=', 'operator')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  await noteLooks(context, { kind: 'notice', targets: rows.map(({ id }) => id) })
  const notices = rows.map(({ id, recipient, address, text, created_at }) => ({
    id: String(id),
    to: unboxed(keys, address, recipient),
    text: unboxed(keys, text, recipient),
    created_at: moment(created_at),
  }))
  return { notices }
}

const unboxed = (keys: Keys, boxed: string | null, recipient: string): string =>
  boxed ? decryptText(keys, boxed, recipient) : ''

type Settled = Pick<Claimed, 'id' | 'capsule_id' | 'contact'>
type Result = { id: number; outcome: 'sent' | 'failed'; operatorId: number }

/** The outcome of a notice and its consequences: both or neither. */
export async function handNoticeDone({ db, operator }: OperatorContext, { notice_id, done }: Parsed<'handNoticeDone'>) {
  const id = Number(notice_id)
  await inTransaction(db, async (db) => {
    await holdCapsuleOf(db, id)
    const settled = await settleByHand(db, { id, outcome: done ? 'sent' : 'failed', operatorId: operator.operatorId })
    if (!settled) throw refuse(NOTICE_DONE_ALREADY)
    const act = done ? 'done' : 'fail'
    await noteAct(db, { operatorId: operator.operatorId, kind: 'notice', target: id, act })
    // Nobody of that name can be written to: the owner is told, who can correct it.
    if (!done) await moveOn(db, settled)
  })
  return {}
}

const holdCapsuleOf = (db: Tx, messageId: number) =>
  lockCapsules(db)
    .select('c.id')
    .where('c.id', '=', (of) => of.selectFrom('messages').select('capsule_id').where('id', '=', messageId))
    .execute()

/** With the operator in place of the provider's id; undefined when another operator was quicker. */
async function settleByHand(db: Db, { id, outcome, operatorId }: Result): Promise<Settled | undefined> {
  const { rows } = await sql<Settled>`
    with over as (
      update messages set state = ${outcome}, next_at = null, address = null, text = null, params = null,
        sent_at = case when ${outcome}::text = 'sent' then now() end
      where id = ${id} and state = 'operator'
      returning id, capsule_id, contact
    ), noted as (
      insert into attempts (message_id, provider, outcome, provider_id, ended_at)
      select id, 'operator', ${outcome}::text, ${String(operatorId)}::text, now() from over)
    select * from over`.execute(db)
  return rows[0]
}
