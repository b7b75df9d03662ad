import { sql } from 'kysely'
import type { InboxKind } from '#contract/inbox.ts'
import { addressOf, type PageName, type PageQuery } from '#contract/pages.ts'
import type { Db } from '#server/platform/db/db.ts'

type Told = {
  userId: number
  kind: InboxKind
  text: string
  /** The page it leads to. */
  to?: [page: PageName, query?: PageQuery]
  /** The decision it tells of, if it can be appealed against. */
  caseId?: number
}

/** Writes to a person inside the product, in the transaction of the event; a person who has left gets nothing. */
export async function tell(db: Db, { userId, kind, text, to, caseId }: Told): Promise<void> {
  await write(db, [userId], { kind, text, page: to ? addressOf(...to) : '', caseId })
}

type Written = Pick<Told, 'kind' | 'text' | 'caseId'> & { page: string }

/** The same words to many at once, each of whom has them once. */
export const tellAll = (db: Db, userIds: readonly number[], written: Omit<Written, 'caseId'>): Promise<void> =>
  write(db, userIds, written)

async function write(db: Db, userIds: readonly number[], { kind, text, page, caseId }: Written): Promise<void> {
  await sql`
    insert into inbox (user_id, kind, text, page, case_id)
    select id, ${kind}, ${text}, ${page}, ${caseId ?? null}::bigint
    from users where id = any(${[...userIds]}::bigint[]) and cancelled_at is null`.execute(db)
}
