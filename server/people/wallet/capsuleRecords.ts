import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { TYPE } from '#contract/capsule.ts'
import type { Kind } from '#contract/wallet.ts'
import type { UserContext } from '#server/platform/context.ts'
import { cut, pageOf } from '#server/platform/db/walk.ts'
import { OTHER } from './movement.ts'

type MovementRow = {
  id: number
  kind: Kind
  seq: number
  reason: string
  created_at: string
  amount: number
  other: string | null
}
/** How far down the list was shown: a movement's id, and the running number of each balance. */
type End = Record<Kind, number> & { id: number }
const NOT_YET = Number.MAX_SAFE_INTEGER

/** Every movement of one's three balances, the newest first. Each balance is walked by its own running number. */
export async function capsuleRecords({ db, caller }: UserContext, page: Parsed<'capsuleRecords'>) {
  const { reach, limit } = cut(page)
  const end = endIn(page.after)
  const { rows } = await sql<MovementRow>`
    select e.id, e.kind, e.seq, e.amount, coalesce(e.reason, t.reason) as reason, t.created_at, other.nickname as other from (
      select own.* from accounts a cross join lateral (
        select id, kind, seq, amount, reason, transaction_id from entries where account_id = a.id and id < ${end.id}
          and seq < case a.kind when 'time' then ${end.time}::bigint when 'diary' then ${end.diary}::bigint else ${end.forecast}::bigint end
        order by seq desc limit ${reach}
      ) own
      where a.owner_id = ${caller.userId} order by own.id desc ${limit}
    ) e join transactions t on t.id = e.transaction_id
    left join lateral (
      select u.nickname from entries x join accounts a on a.id = x.account_id join users u on u.id = a.owner_id
      where t.scope = 'gift' and x.transaction_id = t.id and a.owner_id <> ${caller.userId} limit 1
    ) other on true
    order by e.id desc`.execute(db)
  for (const { id, kind, seq } of rows) Object.assign(end, { id, [kind]: seq })
  return pageOf(rows.map(toRecord), page, rows.length < page.pageSize ? '' : afterOf(end))
}

function endIn(after = '0_0_0_0'): End {
  const [id, time, diary, forecast] = after.split('_').map((at) => Number(at) || NOT_YET) as [
    number,
    number,
    number,
    number,
  ]
  return { id, time, diary, forecast }
}

const afterOf = ({ id, time, diary, forecast }: End): string =>
  [id, time, diary, forecast].map((at) => (at === NOT_YET ? 0 : at)).join('_')

/** An order's number, which 我的订单 shows: kept in the ledger, too long for a line of the record. */
const ORDER_NO = /（订单\w+）$|(?<=的订单)\w+$/

const toRecord = ({ id, kind, reason, created_at, amount, other }: MovementRow) => ({
  id: String(id),
  capsule_type: TYPE[kind],
  reason: other === null ? reason.replace(ORDER_NO, '') : reason.replace(OTHER, () => other),
  created_at: created_at.slice(0, 19),
  count: Math.abs(amount),
  is_increase: amount > 0 ? (1 as const) : (0 as const),
})
