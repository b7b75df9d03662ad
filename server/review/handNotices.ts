import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { NOTICE_DONE_ALREADY } from '#contract/review.ts'
import { moment } from '#server/capsule/card.ts'
import type { OperatorContext } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { unboxText } from '#server/keys/box.ts'
import type { Keys } from '#server/keys/keys.ts'
import type { Claimed } from '#server/notice/claim.ts'
import { moveOn } from '#server/notice/settle.ts'

/** Weibo notices that no provider takes: a person sends them by hand, the oldest first. */
export async function handNotices({ db, keys }: OperatorContext, { page, pageSize }: Parsed<'handNotices'>) {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'recipient', 'address', 'text', 'created_at'])
    .where('state', '=', 'operator')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const notices = rows.map(({ id, recipient, address, text, created_at }) => ({
    id: String(id),
    to: unboxed(keys, address, recipient),
    text: unboxed(keys, text, recipient),
    created_at: moment(created_at),
  }))
  return { notices }
}

const unboxed = (keys: Keys, boxed: string | null, recipient: string): string =>
  boxed ? unboxText(keys, boxed, recipient) : ''

/** What became of it, with whoever did it as the provider's id; one statement, so that two operators are not both right. */
export async function handNoticeDone({ db, operator }: OperatorContext, { notice_id, done }: Parsed<'handNoticeDone'>) {
  const outcome = done ? 'sent' : 'failed'
  const { rows } = await sql<Pick<Claimed, 'id' | 'capsule_id' | 'contact'>>`
    with over as (
      update messages set state = ${outcome}, next_at = null, address = null, text = null, params = null,
        sent_at = case when ${outcome}::text = 'sent' then now() end
      where id = ${Number(notice_id)} and state = 'operator'
      returning id, capsule_id, contact
    ), noted as (
      insert into attempts (message_id, provider, outcome, provider_id, ended_at)
      select id, 'operator', ${outcome}::text, ${String(operator.operatorId)}::text, now() from over)
    select * from over`.execute(db)
  const told = rows[0]
  if (!told) throw refuse(NOTICE_DONE_ALREADY)
  // Nobody of that name can be written to: the owner is told, who can correct it.
  if (!done) await moveOn(db, told)
  return {}
}
