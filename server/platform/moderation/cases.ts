import { sql } from 'kysely'
import type { CaseKind, CaseOutcome, CaseReason } from '#contract/cases.ts'
import type { Db } from '#server/platform/db/db.ts'

type Target = { kind: CaseKind; targetId: number }
type New = Target & { userId: number; why: CaseReason; labels?: string[]; plea?: string; value?: string }

/** Lays something before the operators; what waits there already waits for whatever is new as well. Returns its id. */
export async function openCase(
  db: Db,
  { kind, targetId, userId, why, labels = [], plea = '', value }: New,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into cases as k (kind, target_id, user_id, why, labels, plea, value)
    values (${kind}, ${targetId}, ${userId}, ${why}, ${labels}::text[], ${plea}, ${value ?? null})
    on conflict (kind, target_id) where closed_at is null do update set
      labels = case when excluded.labels = '{}' then k.labels else excluded.labels end,
      why = case when excluded.why = 'appeal' then excluded.why else k.why end,
      plea = case when excluded.plea = '' then k.plea else excluded.plea end,
      value = excluded.value
    returning id`.execute(db)
  return rows[0]!.id
}

/** Nothing is left to decide, for instance since nobody sees it any more; false when nothing was open. */
export async function closeCase(db: Db, { kind, targetId }: Target, outcome: CaseOutcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cases')
    .set({ closed_at: sql<string>`now()`, outcome })
    .where('kind', '=', kind)
    .where('target_id', '=', targetId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
