import { type RawBuilder, sql } from 'kysely'
import type { PublicCard } from '#contract/capsule.ts'
import type { Context } from '#server/context.ts'
import { type AuthorRow, authorColumns, type CardRow, cardColumns, toAuthor, toCard } from './card.ts'

/** For `walked`: public capsules go by when they were opened. */
export const BY_OPENING = { at: sql`open_at`, id: sql`id` }

/** The cards of chosen capsules with their authors; `chosen` has `id` and `at`, by which they are ordered, newest first. */
export async function publicCards(
  context: Pick<Context, 'db' | 'keys' | 'now'>,
  chosen: RawBuilder<unknown>,
): Promise<{ cards: PublicCard[]; rows: { id: number; at: string }[] }> {
  const { rows } = await sql<CardRow & AuthorRow & { at: string }>`
    select chosen.at, ${cardColumns}, ${authorColumns}
    from (${chosen}) chosen
    join capsules c on c.id = chosen.id
    join users u on u.id = c.owner_id
    order by chosen.at desc, c.id desc`.execute(context.db)
  return { cards: rows.map((row) => ({ ...toCard(row), user: toAuthor(context, row) })), rows }
}
