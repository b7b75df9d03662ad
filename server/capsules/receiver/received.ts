import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { ReceivedCard } from '#contract/receiver.ts'
import { asReceived, type ReceivedRow, receivedColumns } from '#server/capsules/capsule/asReceived.ts'
import { type CardRow, cardColumns, toCard } from '#server/capsules/capsule/card.ts'
import { decryptReceiver } from '#server/capsules/notice/receiverName.ts'
import { flagOf } from '#server/core/flagOf.ts'
import type { UserContext } from '#server/platform/context.ts'
import { cut, endOf, keyOf, pageOf, pages } from '#server/platform/db/walk.ts'
import { shownSender } from '#server/platform/message/senderName.ts'

const NOT_OPENED = sql`r.opened_at is null`
/** By the day: what has come first, then what comes next; what was opened is at the end, the newest day first. */
const PARTS = [
  { rank: 1, which: sql`${NOT_OPENED} and c.open_time <= now()`, beyond: sql`>`, order: sql`asc` },
  { rank: 2, which: sql`${NOT_OPENED} and c.open_time > now()`, beyond: sql`>`, order: sql`asc` },
  { rank: 3, which: sql`r.opened_at is not null`, beyond: sql`<`, order: sql`desc` },
]

type ListedRow = CardRow & ReceivedRow & { rank: number; nickname: string }

/** The capsules that others have sent and the caller has taken. */
export async function received(context: UserContext, page: Parsed<'received'>) {
  const { db, caller } = context
  const rows = await list(db, { userId: caller.userId, hidden: page.hidden === 1 }, page)
  const end = endOf(rows, page, ({ open_time, id }) => [open_time!, id])
  const next = end && `${end}_${rows.at(-1)!.rank}`
  return {
    capsules: pageOf(
      rows.map((row) => toReceived(context, row)),
      page,
      next,
    ),
  }
}

const toReceived = ({ keys }: UserContext, row: ListedRow): ReceivedCard => ({
  ...toCard(asReceived(row)),
  from: shownSender(row.nickname),
  name: decryptReceiver(keys, row.id, row.received_name),
  hidden: flagOf(row.received_hidden),
})

const list = pages(({ userId, hidden }: { userId: number; hidden: boolean }, walk): RawBuilder<ListedRow> => {
  const { after } = walk
  const { reach, limit } = cut(walk)
  const from = after === undefined ? 1 : Number(after.at(-1))
  const parts = PARTS.filter(({ rank }) => rank >= from).map(({ rank, which, beyond, order }) => {
    const key = after !== undefined && rank === from ? sql`and (c.open_time, c.id) ${beyond} ${keyOf(after)}` : sql``
    return sql`(select ${sql.lit(rank)} as rank, ${cardColumns}, u.nickname, ${receivedColumns}
      from receivers r join capsules c on c.id = r.capsule_id join users u on u.id = c.owner_id
      where r.received_by = ${userId} and r.hidden = ${hidden} and ${which} ${key}
      order by c.open_time ${order}, c.id ${order} limit ${reach})`
  })
  return sql`select * from (${sql.join(parts, sql` union all `)}) parts
    order by rank, case when rank < 3 then open_time end, case when rank = 3 then open_time end desc,
      case when rank < 3 then id else -id end ${limit}`
})
