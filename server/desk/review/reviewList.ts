import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { ApplicationState, CapsuleType } from '#contract/capsule.ts'
import { type Application, missingApprovals, reviewDeadline } from '#contract/review.ts'
import { formatChina } from '#contract/time.ts'
import { flagOf } from '#server/core/flagOf.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import { noteLooks } from './acts.ts'
import { countApplications } from './overdue.ts'

type ReviewRow = {
  id: number
  state: ApplicationState
  reason: string
  is_lock: 0 | 1
  type: CapsuleType
  sealed_at: string
  open_time: string
  created_at: string
  closed_at: string | null
  due: boolean
}
type Decision = {
  operator_id: number
  operator: string
  removed: boolean
  approve: 0 | 1
  reply: string
  decided_at: string
}

/** Applications a page at a time: those that wait, the oldest first, or those that are done, the newest first. */
export async function reviewList(context: OperatorContext, { state, page, pageSize }: Parsed<'reviewList'>) {
  const { db, operator, now, clock } = context
  const { rows } = await LISTS[state](clock.due(), pageSize, (page - 1) * pageSize).execute(db)
  await noteLooks(context, { kind: 'application', targets: rows.map(({ id }) => id) })
  const decisions = await readDecisions(
    db,
    rows.map(({ id }) => id),
  )
  const asked = { now: now(), operatorId: operator.operatorId }
  return {
    applications: rows.map((row) => toApplication(row, decisions.get(row.id) ?? [], asked)),
    ...(await countApplications(context)),
  }
}

/** Nothing here may tell what a capsule is called, what is in it or whose it is. */
const columns = (
  due: RawBuilder<string>,
) => sql`a.id, a.state, a.reason, a.created_at, a.closed_at, c.is_lock, c.type, c.sealed_at, c.open_time,
  c.open_time <= ${due} as due`

type List = (due: RawBuilder<string>, most: number, after: number) => ReturnType<typeof sql<ReviewRow>>

const LISTS: Record<Parsed<'reviewList'>['state'], List> = {
  // Applications that will close by themselves come after those that somebody waits for.
  waiting: (due, most, after) => sql<ReviewRow>`
    select ${columns(due)} from applications a join capsules c on c.id = a.capsule_id
    where a.closed_at is null
    order by c.open_time <= ${due}, a.created_at, a.id limit ${most} offset ${after}`,
  done: (due, most, after) => sql<ReviewRow>`
    select ${columns(due)} from (
      select * from applications where closed_at is not null
      order by closed_at desc, id desc limit ${most} offset ${after}
    ) a join capsules c on c.id = a.capsule_id
    order by a.closed_at desc, a.id desc`,
}

async function readDecisions(db: Db, ids: number[]): Promise<Map<number, Decision[]>> {
  const of = new Map<number, Decision[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return of
  const rows = await db
    .selectFrom('application_decisions as d')
    .innerJoin('operators as o', 'o.id', 'd.operator_id')
    .select(sql<boolean>`o.removed_at is not null`.as('removed'))
    .select(['d.application_id', 'd.operator_id', 'o.name as operator', 'd.approve', 'd.reply', 'd.decided_at'])
    .where('d.application_id', 'in', ids)
    .orderBy('d.decided_at')
    .execute()
  for (const { application_id, approve, ...row } of rows) {
    of.get(application_id)!.push({ ...row, approve: approve as 0 | 1 })
  }
  return of
}

function toApplication(row: ReviewRow, decisions: Decision[], { now, operatorId }: { now: Date; operatorId: number }) {
  const waits = row.state === 'waiting'
  const approvals = decisions.filter(({ approve, removed }) => approve === 1 && !removed)
  const deadline = reviewDeadline(new Date(row.created_at))
  return {
    id: String(row.id),
    state: row.state,
    reason: row.reason,
    is_lock: row.is_lock,
    type: row.type,
    sealed_at: moment(row.sealed_at),
    open_time: moment(row.open_time),
    created_at: moment(row.created_at),
    deadline: formatChina(deadline),
    overdue: flagOf(waits && !row.due && deadline <= now),
    due: flagOf(waits && row.due),
    closed_at: moment(row.closed_at),
    decisions: decisions.map(({ operator_id, removed, decided_at, ...shown }) => ({
      ...shown,
      decided_at: moment(decided_at),
    })),
    missing: waits ? missingApprovals(row.is_lock, approvals.length) : 0,
    mine: flagOf(approvals.some(({ operator_id }) => operator_id === operatorId)),
  } satisfies Application
}
