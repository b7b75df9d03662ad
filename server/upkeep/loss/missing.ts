import { sql } from 'kysely'
import { grouped } from '#server/core/grouped.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Sweep } from '#server/platform/sweep.ts'
import type { Writing } from '#server/platform/writings.ts'
import { type Lost, tellWhoLost } from './tell.ts'

/** People at once, so that no transaction is long; each is told of all that is found missing at once, and of nothing twice. */
const BITE = 500

type Missing = { user_id: number; kind: string; row_id: string; at: string }

/**
 * The writings whose row is not there, or older than acknowledged. A person who has closed the account has lost nothing, and
 * writings that an earlier loss took belong to that loss.
 */
export async function missingOf(db: Db, lossId: number, all: readonly Writing[]): Promise<Missing[]> {
  const missing: Missing[] = []
  for (let at = 0; at < all.length; at += 10 * BITE) {
    const asked = all.slice(at, at + 10 * BITE).map(({ user, kind, id, revision, at }) => ({
      ...{ user_id: user, kind, row_id: id, revision },
      at: new Date(at).toISOString(),
    }))
    const { rows } = await sql<Missing>`
      select r.user_id, r.kind, r.row_id, r.at::text as at
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as r (user_id bigint, kind text, row_id text, revision int, at timestamptz)
      where not case
          when r.kind = 'order' then exists (select from orders o where o.order_no = r.row_id and o.user_id = r.user_id)
          when r.kind in ('gift', 'exchange')
            then exists (select from idempotency i where i.user_id = r.user_id and i.key = r.row_id)
          else exists (select from capsules c where c.id = r.row_id::bigint and c.owner_id = r.user_id
            and c.revision >= r.revision) end
        and not exists (select from users u where u.id = r.user_id and u.cancelled_at is not null)
        and not exists (select from lost_writings w where w.loss_id <> ${lossId} and w.user_id = r.user_id
          and w.kind = r.kind and w.row_id = r.row_id and w.at = r.at)
      order by r.user_id`.execute(db)
    missing.push(...rows)
  }
  return missing
}

/** Notes the missing writings, also that there are none; returns how many were not noted before. */
export async function noteMissing(db: Db, lossId: number, missing: readonly Missing[]): Promise<number> {
  const people = [...grouped(missing, ({ user_id }) => user_id).values()]
  let found = 0
  for (let at = 0; at === 0 || at < people.length; at += BITE)
    found += await inTransaction(db, (db) => noteBite(db, lossId, people.slice(at, at + BITE).flat()))
  return found
}

async function noteBite(db: Db, lossId: number, missing: readonly Missing[]): Promise<number> {
  // Holds the loss, so that two processes do not tell of the same.
  await sql`update losses set writings = coalesce(writings, 0) where id = ${lossId}`.execute(db)
  const { rows: found } = await sql<Lost>`
    insert into lost_writings (loss_id, user_id, kind, row_id, at)
    select ${lossId}, user_id, kind, row_id, at from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb)
      as r (user_id bigint, kind text, row_id text, at timestamptz)
    on conflict do nothing
    returning user_id, kind, row_id`.execute(db)
  await tellWhoLost(db, lossId, found)
  await sql`update losses set writings = (select count(*) from lost_writings where loss_id = ${lossId})
    where id = ${lossId}`.execute(db)
  return found.length
}

/** People do not ask after three months; the span itself stays. */
export const oldLostWritings: Sweep = { from: 'lost_writings', when: sql`at < now() - interval '90 days'` }
