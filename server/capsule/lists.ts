import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { TYPE } from '#contract/capsule.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { shortMomentText } from '#contract/time.ts'
import type { Db, UserContext } from '#server/context.ts'
import { SHOWN, UNSEALED } from '#server/db/states.ts'
import { endOf, walked } from '#server/db/walk.ts'
import { CARD_COLUMNS, type CardRow, toCard } from './card.ts'
import { type ContentRow, readContent } from './content.ts'
import { BY_OPENING, publicCards } from './publicCards.ts'
import { thumbnailOf } from './shownItems.ts'

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
    .select(['k.envelope', 'k.sealed'])
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

function pictureOf(context: UserContext, row: CardRow & ContentRow): string {
  if (row.type === TYPE.forecast) return ''
  return thumbnailOf(context, readContent(context.keys, row)?.content ?? [])
}

/** Public and open ones, the newest opened first; the ids are chosen before anything is joined. */
export async function capsuleOpenList(context: UserContext, page: Parsed<'capsuleOpenList'>) {
  const { cards, rows } = await publicCards(
    context,
    sql`
    select id, open_at as at from capsules where ${SHOWN} ${walked(page, BY_OPENING)}`,
  )
  return { capsules: cards, next: endOf(rows, page, ({ at, id }) => [at, id]) }
}

const mine = (db: Db, userId: number, page: Page) =>
  db.selectFrom('capsules as c').select(CARD_COLUMNS).where('c.owner_id', '=', userId).modifyEnd(pageOf(page))
