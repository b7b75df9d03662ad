import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** The sums of the balances, the entries and the money paid, by kind: equal wherever the same rows lie. */
export async function readLedger(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; sum: string }>`
    select 'balance ' || kind as name, sum(balance)::text as sum from accounts group by kind
    union all
    select 'entries ' || kind || ' ' || coalesce(system, 'people'), sum(amount)::text from entries
      group by kind, coalesce(system, 'people')
    union all
    select 'fen ' || channel || ' ' || state, sum(fen)::text from orders group by channel, state
    order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
