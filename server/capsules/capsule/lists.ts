import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { shortMomentText } from '#contract/time.ts'
import type { UserContext } from '#server/platform/context.ts'
import { DRAFT, LISTED, UNSEALED } from '#server/platform/db/states.ts'
import { endOf, pageOf, pages, walked } from '#server/platform/db/walk.ts'
import { addressOf } from '#server/platform/media/permission.ts'
import { type CardRow, cardColumns, toCard } from './card.ts'
import { homePage } from './publicCards.ts'
import { HEAD, type HeadRow, readHead } from './stored.ts'

const BY_OPENING = { at: sql`open_at`, id: sql`id` }
const BY_WRITING = { at: sql`updated_at`, id: sql`id` }

/**
 * The opened capsules that are not hidden, or those that are. Ordinary diaries are open from the start and stand in the diary
 * lists only (readings 3).
 */
export async function myOpenCapsules({ db, caller }: UserContext, page: Parsed<'myOpenCapsules'>) {
  const list = page.hidden === 1 ? hidden : opened
  const rows = await list(db, { userId: caller.userId }, page)
  const next = endOf(rows, page, ({ open_at, id }) => [open_at!, id])
  return { capsules: pageOf(rows.map(toCard), page, next) }
}

const openedWhich = (which: RawBuilder<boolean>) =>
  pages(
    ({ userId }: { userId: number }, page) => sql<CardRow>`
    select ${cardColumns} from capsules c
    where owner_id = ${userId} and status = ${UNSEALED} and sealed_at is not null and ${which} ${walked(page, BY_OPENING)}`,
  )
const opened = openedWhich(LISTED)
const hidden = openedWhich(sql`hidden`)

/** The caller's drafts, with a picture of what is in each: drafts are few, and their owner's to read. */
export async function myDrafts(context: UserContext, page: Parsed<'myDrafts'>) {
  const { rows } = await sql<CardRow & HeadRow>`
    select ${cardColumns}, c.owner_id, ${HEAD} from (
      select * from capsules where owner_id = ${context.caller.userId} and status = ${DRAFT} ${walked(page, BY_WRITING)}
    ) c join capsule_contents k on k.capsule_id = c.id
    order by c.updated_at desc, c.id desc`.execute(context.db)
  const drafts = rows.map((row) =>
    Object.assign(toCard(row), {
      updatedDate: shortMomentText(row.updated_at),
      thumbnail: pictureOf(context, row),
    }),
  )
  const next = endOf(rows, page, ({ updated_at, id }) => [updated_at, id])
  return { capsules: pageOf(drafts, page, next) }
}

function pictureOf(context: UserContext, row: HeadRow): string {
  const picture = readHead(context.keys, row)?.picture
  return picture ? addressOf(context, picture, 'whole') : ''
}

/** Public and open ones, the newest opened first. */
export async function capsuleOpenList(context: UserContext, page: Parsed<'capsuleOpenList'>) {
  const { cards, next } = await homePage(context, page)
  return { capsules: cards, next }
}
