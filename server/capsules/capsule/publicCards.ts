import { type RawBuilder, sql } from 'kysely'
import type { PublicCard } from '#contract/capsule.ts'
import type { Context, UserContext } from '#server/platform/context.ts'
import { readViaReplica } from '#server/platform/db/readViaReplica.ts'
import { SHOWN } from '#server/platform/db/states.ts'
import { endOf, pages, type Walk, walked } from '#server/platform/db/walk.ts'
import { type AuthorRow, type CardRow, cardColumns, toPublicCard, withAuthors } from './card.ts'

type ListedCard = { id: number; at: string; card: PublicCard }

/** Public capsules go by when they were opened. */
const BY_OPENING = { at: sql`open_at`, id: sql`id` }

const publicOnes = (which: RawBuilder<unknown>) =>
  sql`select *, open_at as at from capsules where ${SHOWN} and ${which}`

/** A page of those public capsules that `which` is true of, the newest opened first. */
export async function publicPage(context: Context, which: RawBuilder<unknown>, page: Walk) {
  const rows = await readViaReplica(context, {
    choose: () => sql`${publicOnes(which)} ${walked(page, BY_OPENING)}`,
    among: (ids) => sql`${publicOnes(which)} and id = any(${ids})`,
    show: (chosen) => publicCards(context, chosen),
  })
  return cardsOf(rows, page)
}

/** A page of everybody's, which the home asks for; where there is a replica, that is asked instead. */
export async function homePage(context: UserContext, page: Walk) {
  const { db, caller, replica } = context
  if (replica) return publicPage(context, allowedTo(caller.userId), page)
  return cardsOf(toCards(context, await everybodys(db, { userId: caller.userId }, page)), page)
}

/** Whom the caller has blocked is read once for the page: looked up for each row, it cost the embedded engine a quarter of it. */
const allowedTo = (userId: number) => sql`owner_id not in (select blocked_id from blocks where blocker_id = ${userId})`

const everybodys = pages(({ userId }: { userId: number }, page) =>
  shown(sql`${publicOnes(allowedTo(userId))} ${walked(page, BY_OPENING)}`),
)

/** The answer for one page: its cards, and where it ended. */
export const cardsOf = (rows: readonly ListedCard[], page: Walk) => ({
  cards: rows.map(({ card }) => card),
  next: endOf(rows, page, ({ at, id }) => [at, id]),
})

/** The cards of chosen capsules with their authors; `chosen` are whole rows with `at`, by which they are ordered, newest first. */
export const publicCards = async (context: Showing, chosen: RawBuilder<unknown>): Promise<ListedCard[]> =>
  toCards(context, (await shown(chosen).execute(context.db)).rows)

type Showing = Pick<Context, 'db' | 'keys' | 'now'>
type ShownRow = CardRow & AuthorRow & { at: string }

const shown = (chosen: RawBuilder<unknown>): RawBuilder<ShownRow> => sql<ShownRow>`
  select c.at, ${cardColumns}, a.* from (${chosen}) c ${withAuthors} order by c.at desc, c.id desc`

const toCards = (context: Showing, rows: readonly ShownRow[]): ListedCard[] =>
  rows.map((row) => ({ id: row.id, at: row.at, card: toPublicCard(context, row) }))
