import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { IMPORT_UNDO_OVER } from '#contract/imports.ts'
import { IMPORT_UNDO_DAYS } from '#contract/limits.ts'
import { dropDiaries } from '#server/capsules/diary/sweepDiaries.ts'
import { missing, refuse } from '#server/core/fail.ts'
import type { Services, UserContext } from '#server/platform/context.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { moment } from '#server/platform/db/moment.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { dropUnnamed } from '#server/platform/media/forget.ts'

/** How long an import can be undone. */
const UNDOABLE_FOR = sql`make_interval(days => ${sql.lit(IMPORT_UNDO_DAYS)})`
const BITE = 200
/** A call goes on for so long; the rest is for the next one, or for the job. */
const CALL_MS = 10_000
const LISTED_MOST = 50

type Batch = { userId: number; batchId: string }
type Dropping = Pick<Services, 'db'>

/** The caller's imports of the days in which they can be undone, the newest first. */
export async function listImports({ db, caller }: UserContext) {
  const rows = await listed(db, { userId: caller.userId })
  const list = rows.map(({ batch_id, source, created_at, until, written, undone }) => {
    return { batch_id, source, written, created_at: moment(created_at), undo_until: moment(until), undone }
  })
  return { list }
}

type Listed = Pick<Parsed<'importDiaries'>, 'batch_id' | 'source'> & {
  created_at: string
  until: string
  written: number
  undone: boolean
}
const listed = prepared(
  ({ userId }: { userId: number }) => sql<Listed>`
  select i.batch_id, i.source, i.created_at, i.created_at + ${UNDOABLE_FOR} as until, i.undone_at is not null as undone,
    (select count(*)::int from imported_entries e where e.user_id = i.user_id and e.batch_id = i.batch_id) as written
  from imports i where i.user_id = ${userId} and i.created_at > now() - ${UNDOABLE_FOR}
  order by i.created_at desc, i.batch_id limit ${sql.lit(LISTED_MOST)}`,
)

/**
 * Takes back what an import wrote, as one: its diaries and drafts that are as they came, with their uploads, and uploads of it
 * that were never written. An edited one stays. From the first call on it goes to its end, whether the page asks again or not.
 */
export async function undoImport(context: UserContext, { batch_id }: Parsed<'undoImport'>) {
  const batch = { userId: context.caller.userId, batchId: batch_id }
  await mark(context, batch)
  const until = performance.now() + CALL_MS
  let removed = 0
  let bite = 0
  do {
    bite = await undoSome(context, batch)
    removed += bite
  } while (bite >= BITE && performance.now() < until)
  if (bite < BITE) await end(context, batch)
  const [counted] = await countLeft(context.db, batch)
  return { removed, kept: counted!.kept, left: counted!.unchanged }
}

/** The imports that a page has begun to undo and not brought to an end. */
export async function undoImports(services: Dropping, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ user_id: number; batch_id: string }>`
    select user_id, batch_id from imports where undone_at < now() - interval '1 minute' and ended_at is null
    order by undone_at limit 100`.execute(services.db)
  for (const { user_id: userId, batch_id: batchId } of rows) {
    while (!signal.aborted && (await undoSome(services, { userId, batchId })) >= BITE);
    if (signal.aborted) return
    await end(services, { userId, batchId })
  }
}

async function mark({ db }: Dropping, { userId, batchId }: Batch): Promise<void> {
  const { rows } = await sql<{ marked: boolean }>`
    with found as (select undone_at, created_at from imports where user_id = ${userId} and batch_id = ${batchId}), marked as (
      update imports set undone_at = coalesce(undone_at, now())
      where user_id = ${userId} and batch_id = ${batchId} and (undone_at is not null or created_at > now() - ${UNDOABLE_FOR})
      returning undone_at)
    select exists (select from marked) as marked from found`.execute(db)
  if (rows.length === 0) throw missing()
  if (!rows[0]!.marked) throw refuse(IMPORT_UNDO_OVER)
}

/** Of a capsules row `c`: as the import wrote it, seen by nobody else. */
const UNCHANGED = sql<boolean>`(c.revision = 1 and c.is_public = 0 and c.review is null and c.sealed_at is null
  and not exists (select from shares s where s.capsule_id = c.id))`

const idsOf = ({ userId, batchId }: Batch) =>
  sql<number>`(select e.capsule_id from imported_entries e where e.user_id = ${userId} and e.batch_id = ${batchId})`

const isUnderWay = ({ userId, batchId }: Batch) => sql<boolean>`exists (select from imports i
  where i.user_id = ${userId} and i.batch_id = ${batchId} and i.undone_at is not null and i.ended_at is null)`

/** One bite; how many went. */
function undoSome({ db }: Dropping, batch: Batch): Promise<number> {
  return inTransaction(db, async (db) => {
    const going = await lockCapsules(db, { going: true })
      .select(['c.id', 'c.owner_id'])
      .where(
        'c.id',
        'in',
        sql<number>`(select c.id from capsules c where c.id in ${idsOf(batch)} and ${UNCHANGED} limit ${BITE})`,
      )
      // Once it has ended, those that stayed are their owner's like any others.
      .where(isUnderWay(batch))
      // Asked again of the row that is held: it may have been edited meanwhile.
      .where(UNCHANGED)
      .execute()
    if (going.length > 0) await dropDiaries(db, going)
    return going.length
  })
}

/** All that goes is gone: its entries are forgotten, so that the same file imports anew; those that stay are known still. */
async function end({ db }: Dropping, { userId, batchId }: Batch): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await sql<{ key: string }>`
      select key from objects where owner_id = ${userId} and loose_since is not null
        and starts_with(split_part(key, '/', 3), ${`${batchId}_`})`.execute(db)
    await dropUnnamed(
      db,
      rows.map(({ key }) => key),
    )
    await sql`delete from imported_entries where user_id = ${userId} and batch_id = ${batchId} and capsule_id is null`.execute(
      db,
    )
    await sql`update imports set ended_at = now() where user_id = ${userId} and batch_id = ${batchId}
      and undone_at is not null and ended_at is null`.execute(db)
  })
}

const countLeft = prepared(
  (batch: Batch) => sql<{ kept: number; unchanged: number }>`
  select count(*) filter (where not ${UNCHANGED})::int as kept, count(*) filter (where ${UNCHANGED})::int as unchanged
  from capsules c where c.id in ${idsOf(batch)}`,
)
