import { type RawBuilder, sql } from 'kysely'
import type { PublicCard } from '#contract/capsule.ts'
import type { Context } from '#server/context.ts'
import { chosenAside } from '#server/db/chosen.ts'
import { SHOWN } from '#server/db/states.ts'
import { endOf, type Walk, walked } from '#server/db/walk.ts'
import { type AuthorRow, authorColumns, type CardRow, cardColumns, toAuthor, toCard } from './card.ts'

type Row = { id: number; at: string; card: PublicCard }

/** Public capsules go by when they were opened. */
const BY_OPENING = { at: sql`open_at`, id: sql`id` }

/** A page of those public capsules that `which` is true of, the newest opened first. */
export async function publicPage(context: Context, which: RawBuilder<unknown>, page: Walk) {
  const all = sql`select id, open_at as at from capsules where ${SHOWN} and ${which}`
  const rows = await chosenAside(context, {
    choose: () => sql`${all} ${walked(page, BY_OPENING)}`,
    among: (ids) => sql`${all} and id = any(${ids})`,
    show: (chosen) => publicCards(context, chosen),
  })
  return cardsOf(rows, page)
}

/** What a page answers: its cards, and where it ended. */
export const cardsOf = (rows: readonly Row[], page: Walk) => ({
  cards: rows.map(({ card }) => card),
  next: endOf(rows, page, ({ at, id }) => [at, id]),
})

/** The cards of chosen capsules with their authors; `chosen` has `id` and `at`, by which they are ordered, newest first. */
export async function publicCards(
  context: Pick<Context, 'db' | 'keys' | 'now'>,
  chosen: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<CardRow & AuthorRow & { at: string }>`
    select chosen.at, ${cardColumns}, ${authorColumns}
    from (${chosen}) chosen
    join capsules c on c.id = chosen.id
    join users u on u.id = c.owner_id
    order by chosen.at desc, c.id desc`.execute(context.db)
  return rows.map((row) => ({ id: row.id, at: row.at, card: { ...toCard(row), user: toAuthor(context, row) } }))
}
