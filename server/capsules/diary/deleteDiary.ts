import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { DIARY_STAYS } from '#contract/deleted.ts'
import { missing, refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { moment } from '#server/platform/db/moment.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { endOf, pageOf, pages, walked } from '#server/platform/db/walk.ts'
import { CONTENT, ROW, toRow, type WrittenRow } from './row.ts'
import { deletedLongAgo, RESTORABLE_FOR, RESTORABLE_UNTIL } from './sweepDiaries.ts'

/**
 * Deletes an ordinary diary: from this moment nobody sees it, and for seven days its owner can restore it – counted by a right
 * clock, where the clock is in doubt (sweepDiaries.ts). A second call changes nothing, not even the day. Payments stay paid.
 */
export async function deleteDiary({ db, caller, clock }: UserContext, { capsule_id }: Parsed<'deleteDiary'>) {
  const id = Number(capsule_id)
  await inTransaction(db, async (db) => {
    if ((await holdOrdinary(db, id, caller.userId)).deleted_at !== null) return
    await db
      .updateTable('capsules')
      .set({
        deleted_at: sql<string>`now()`,
        kept_until: sql<string | null>`case when not ${clock.isRight()} then 'infinity'::timestamptz end`,
        is_public: 0,
      })
      .where('id', '=', id)
      .execute()
  })
  return {}
}

/** Puts a diary back where it was; one that was never deleted is there already. */
export async function restoreDiary({ db, caller }: UserContext, { capsule_id }: Parsed<'restoreDiary'>) {
  const id = Number(capsule_id)
  await inTransaction(db, async (db) => {
    await holdOrdinary(db, id, caller.userId)
    await db.updateTable('capsules').set({ deleted_at: null }).where('id', '=', id).execute()
  })
  return {}
}

/** The caller's own ordinary diary, deleted or not, locked. One whose days are over is gone, whether swept yet or not. */
async function holdOrdinary(db: Tx, id: number, userId: number) {
  const own = await lockCapsules(db)
    .select(['c.type', 'c.sealed_at', 'c.deleted_at'])
    .where('c.id', '=', id)
    .where('c.owner_id', '=', userId)
    .where('c.status', '<>', STATUS.draft)
    .where(sql<boolean>`${deletedLongAgo.when} is not true`)
    .executeTakeFirst()
  if (!own) throw missing()
  if (own.type !== TYPE.diary || own.sealed_at !== null) throw refuse(DIARY_STAYS)
  return own
}

/** Diaries that the caller has deleted and can restore, the last deleted first. */
export async function deletedDiaries(context: UserContext, page: Parsed<'deletedDiaries'>) {
  const rows = await deleted(context.db, { userId: context.caller.userId }, page)
  const data = rows.map((row) => {
    const { id, date, week, title, excerpt } = toRow(context, row)
    return { id, date, week, title, excerpt, gone_at: moment(row.gone_at) }
  })
  const next = endOf(rows, page, ({ deleted_at, id }) => [deleted_at, id])
  return { capsules: pageOf(data, page, next) }
}

const BY_DELETING = { at: sql`deleted_at`, id: sql`id` }

const deleted = pages(
  ({ userId }: { userId: number }, page) => sql<WrittenRow & { deleted_at: string; gone_at: string }>`
  select ${ROW}, c.deleted_at, least(${RESTORABLE_UNTIL}, now() + ${RESTORABLE_FOR}) as gone_at from (
    select * from capsules where owner_id = ${userId} and deleted_at is not null and ${RESTORABLE_UNTIL} > now()
    ${walked(page, BY_DELETING)}
  ) c ${CONTENT} order by c.deleted_at desc, c.id desc`,
)
