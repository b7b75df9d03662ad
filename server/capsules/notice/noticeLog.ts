import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { NoticeRow } from '#contract/notice.ts'
import { missing } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { aboutOf } from '#server/platform/message/texts.ts'

type SentNotice = {
  id: number
  contact: NoticeRow['to']
  template: string
  occasion: string
  state: NoticeRow['state']
  created_at: string
  sent_at: string | null
  refused_at: string | null
  next_at: string | null
  tries: number
}

/**
 * The outcome of every message about the caller's capsule, the newest first, and when the next is due. Those to the person it is
 * for are not among them: a sender does not learn who wants to hear nothing.
 */
export async function noticeLog({ db, caller }: UserContext, { capsule_id, page, pageSize }: Parsed<'noticeLog'>) {
  const own = await db
    .selectFrom('capsules')
    .select(['id', 'notice_at', 'opened_by'])
    .where('id', '=', Number(capsule_id))
    .where('owner_id', '=', caller.userId)
    .where('sealed_at', 'is not', null)
    .executeTakeFirst()
  if (!own) throw missing()
  const { rows } = await sql<SentNotice>`
    select m.id, m.contact, m.template, m.occasion, m.state, m.created_at, m.sent_at,
      case when m.state in ('waiting', 'sending', 'unknown') then m.next_at end as next_at,
      (select count(*)::int from attempts a where a.message_id = m.id) as tries,
      (select max(a.ended_at) from attempts a where a.message_id = m.id and a.outcome = 'failed') as refused_at
    from messages m where m.capsule_id = ${own.id} and m.contact <> 'receiver'
    order by m.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return { notices: rows.map(shown), next_at: moment(own.notice_at), opened_by: own.opened_by ?? ('' as const) }
}

const moment = (text: string | null): string => text?.slice(0, 19) ?? ''

const shown = (row: SentNotice): NoticeRow => ({
  id: String(row.id),
  to: row.contact,
  about: aboutOf(row.template, roundOf(row.occasion)),
  state: row.state,
  created_at: moment(row.created_at),
  accepted_at: moment(row.sent_at),
  refused_at: moment(row.refused_at),
  next_at: moment(row.next_at),
  tries: row.tries,
})

/** `open 2 1` is the second reminder. */
const roundOf = (occasion: string): number => Number(/^open (\d+)/.exec(occasion)?.[1] ?? 0)
