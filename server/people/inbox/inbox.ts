import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { InboxKind, Message } from '#contract/inbox.ts'
import type { UserContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'

type MessageRow = {
  id: number
  kind: InboxKind
  text: string
  page: string
  created_at: string
  read_at: string | null
  case_id: number | null
  appealed_at: string | null
}

/** The product's messages to the caller, the newest first. */
export async function inbox({ db, caller }: UserContext, { page, pageSize }: Parsed<'inbox'>) {
  const rows = await db
    .selectFrom('inbox')
    .select(['id', 'kind', 'text', 'page', 'created_at', 'read_at', 'case_id', 'appealed_at'])
    .where('user_id', '=', caller.userId)
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { messages: { data: rows.map(toMessage), current_page: page, per_page: pageSize } }
}

const toMessage = (row: MessageRow): Message => ({
  id: String(row.id),
  kind: row.kind,
  text: row.text,
  to: row.page,
  created_at: moment(row.created_at),
  read: row.read_at ? 1 : 0,
  appeal: row.case_id === null ? '' : row.appealed_at ? 'sent' : 'open',
})

/** Messages after the newest one seen stay unread. */
export async function readInbox({ db, caller }: UserContext, { newest }: Parsed<'readInbox'>) {
  await db
    .updateTable('inbox')
    .set({ read_at: sql<string>`now()` })
    .where('user_id', '=', caller.userId)
    .where('read_at', 'is', null)
    .$if(newest !== undefined, (unread) => unread.where('id', '<=', Number(newest)))
    .execute()
  return {}
}
