import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { TYPE } from '#contract/capsule.ts'
import type { Kind } from '#contract/wallet.ts'
import type { UserContext } from '#server/context.ts'
import { OTHER } from './movement.ts'

type Row = { id: number; kind: Kind; reason: string; created_at: string; amount: number; other: string | null }

/** Every movement of one's three balances, the newest first. Each balance is walked by its own running number. */
export async function capsuleRecords({ db, caller }: UserContext, { page, pageSize }: Parsed<'capsuleRecords'>) {
  const { rows } = await sql<Row>`
    select e.id, e.kind, e.amount, coalesce(e.reason, t.reason) as reason, t.created_at, other.nickname as other from (
      select own.* from accounts a cross join lateral (
        select id, kind, amount, reason, transaction_id from entries
        where account_id = a.id order by seq desc limit ${page * pageSize}
      ) own
      where a.owner_id = ${caller.userId} order by own.id desc limit ${pageSize} offset ${(page - 1) * pageSize}
    ) e join transactions t on t.id = e.transaction_id
    left join lateral (
      select u.nickname from entries x join accounts a on a.id = x.account_id join users u on u.id = a.owner_id
      where t.scope = 'gift' and x.transaction_id = t.id and a.owner_id <> ${caller.userId} limit 1
    ) other on true
    order by e.id desc`.execute(db)
  return { data: rows.map(toRecord), current_page: page, per_page: pageSize }
}

const toRecord = ({ id, kind, reason, created_at, amount, other }: Row) => ({
  id: String(id),
  capsule_type: TYPE[kind],
  reason: other === null ? reason : reason.replace(OTHER, () => other),
  created_at: created_at.slice(0, 19),
  count: Math.abs(amount),
  is_increase: amount > 0 ? (1 as const) : (0 as const),
})
