import { sql } from 'kysely'
import { REPORTS_TO_HIDE } from '#contract/limits.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Review } from '#server/platform/db/tables.ts'
import { openCase } from '#server/platform/moderation/cases.ts'
import type { Judgement } from '#server/platform/moderation/moderate.ts'

type Shown = { id: number; ownerId: number }
/** `refused` leaves it private. */
export type Published = { is_public: 0 | 1; review: Review | null; refused: boolean }

/** A capsule whose owner wants it public: shown, laid before an operator, or refused. It and its owner are held. */
export async function publish(db: Tx, { id, ownerId }: Shown, { verdict, labels }: Judgement): Promise<Published> {
  if (verdict === 'refused') return { ...(await hide(db, id, null)), refused: true }
  const reporters = await countUndecided(db, id)
  const doubtful = verdict === 'doubtful'
  if (doubtful || reporters > 0) {
    const why = doubtful ? 'doubtful' : 'reported'
    const caseId = await openCase(db, { kind: 'capsule', targetId: id, userId: ownerId, why, labels })
    await layBefore(db, id, caseId)
    if (doubtful || reporters >= REPORTS_TO_HIDE) return { ...(await hide(db, id, why)), refused: false }
  }
  return { ...(await showUnlessHidden(db, id, ownerId)), refused: false }
}

/** To everybody; behind an author whom nobody sees it waits for them. */
export async function showUnlessHidden(db: Tx, id: number, ownerId: number): Promise<Omit<Published, 'refused'>> {
  const { hidden } = await db.selectFrom('users').select('hidden').where('id', '=', ownerId).executeTakeFirstOrThrow()
  if (hidden) return hide(db, id, 'author')
  await db.updateTable('capsules').set({ is_public: 1, review: null }).where('id', '=', id).execute()
  return { is_public: 1, review: null }
}

/** From every public surface at once. */
export async function hide(db: Db, id: number, review: Review | null): Promise<Omit<Published, 'refused'>> {
  await db.updateTable('capsules').set({ is_public: 0, review }).where('id', '=', id).execute()
  return { is_public: 0, review }
}

const WITHDRAWN = sql<boolean>`case_id in (select k.id from cases k where k.outcome = 'withdrawn')`

/** How many reported it before its owner withdrew it, so that no operator has looked. */
async function countUndecided(db: Db, id: number): Promise<number> {
  const { n } = await db
    .selectFrom('reports')
    .select(sql<number>`count(*)`.as('n'))
    .where('kind', '=', 'capsule')
    .where('target_id', '=', id)
    .where(WITHDRAWN)
    .executeTakeFirstOrThrow()
  return Number(n)
}

const layBefore = (db: Db, id: number, case_id: number) =>
  db
    .updateTable('reports')
    .set({ case_id })
    .where('kind', '=', 'capsule')
    .where('target_id', '=', id)
    .where(WITHDRAWN)
    .execute()
