import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { shortMomentText } from '#contract/time.ts'
import type { Db, UserContext } from '#server/context.ts'
import { notBlockedBy, UNSEALED } from '#server/db/states.ts'
import { addressOf } from '#server/media/permission.ts'
import { CARD_COLUMNS, toCard } from './card.ts'
import { publicPage } from './publicCards.ts'
import { HEAD, type HeadRow, readHead } from './stored.ts'

type Page = { page: number; pageSize: number }

const paged = <T>(data: T[], { page, pageSize }: Page) => ({ data, current_page: page, per_page: pageSize })
const skip = ({ page, pageSize }: Page) => (page - 1) * pageSize

/**
 * `limit … offset …`. The first page of the usual size stands in the text: with parameters the planner cannot know how
 * few rows are wanted and plans anew at every call. Other pages are parameters, or each would be a statement of its own.
 */
function pageOf(page: Page): RawBuilder<unknown> {
  if (page.page === 1 && page.pageSize === PAGE_SIZE) return sql`limit ${sql.lit(page.pageSize)}`
  return sql`limit ${page.pageSize} offset ${skip(page)}`
}

/** Ordinary diaries are open from the start and stand in the diary lists only (readings 3). */
export async function myOpenCapsules({ db, caller }: UserContext, page: Page) {
  const rows = await mine(db, caller.userId, page)
    .where('c.status', '=', UNSEALED)
    .where('c.sealed_at', 'is not', null)
    .orderBy('c.open_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
  return { capsules: paged(rows.map(toCard), page) }
}

/** With a picture of what is in each: drafts are few, and their owner's to read. */
export async function myDrafts(context: UserContext, page: Page) {
  const rows = await mine(context.db, context.caller.userId, page)
    .innerJoin('capsule_contents as k', 'k.capsule_id', 'c.id')
    .select(['c.owner_id', ...HEAD])
    .where('c.status', '=', sql.lit(0))
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
  const drafts = rows.map((row) => ({
    ...toCard(row),
    updatedDate: shortMomentText(row.updated_at),
    thumbnail: pictureOf(context, row),
  }))
  return { capsules: paged(drafts, page) }
}

function pictureOf(context: UserContext, row: HeadRow): string {
  const picture = readHead(context.keys, row)?.picture
  return picture ? addressOf(context, picture) : ''
}

/** Public and open ones, the newest opened first; the ids are chosen before anything is joined. */
export async function capsuleOpenList(context: UserContext, page: Parsed<'capsuleOpenList'>) {
  const { cards, next } = await publicPage(context, notBlockedBy(context.caller.userId, sql`owner_id`), page)
  return { capsules: cards, next }
}

const mine = (db: Db, userId: number, page: Page) =>
  db.selectFrom('capsules as c').select(CARD_COLUMNS).where('c.owner_id', '=', userId).modifyEnd(pageOf(page))
