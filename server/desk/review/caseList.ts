import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { CapsuleForm, CapsuleType } from '#contract/capsule.ts'
import type { CaseKind, CaseOutcome, CaseReason, PlaceCase, Verdict } from '#contract/cases.ts'
import { shownTitle } from '#contract/seal.ts'
import { withAddresses } from '#server/capsules/capsule/shownItems.ts'
import { type ContentRow, readContent } from '#server/capsules/capsule/stored.ts'
import { grouped } from '#server/core/grouped.ts'
import { shownAvatar } from '#server/people/account/avatar.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import { noteLooks } from './acts.ts'

type CaseRow = {
  id: number
  kind: CaseKind
  why: CaseReason
  labels: string[]
  plea: string
  value: string | null
  opened_at: string
  closed_at: string | null
  outcome: CaseOutcome | null
  user_id: number
  nickname: string
  avatar: string
  hidden: boolean
  reporters: number
} & Capsule
type Capsule = ContentRow & {
  capsule_id: number | null
  type: CapsuleType
  content_type: CapsuleForm
  long_tag: string
}
type Decision = { operator_id: number; operator: string; decision: Verdict; note: string; decided_at: string }
type Report = { reason: number; text: string; at: string }

const REPORTS_SHOWN = 5

/** Open cases of the public place and of letters, the oldest first, with the content to judge; or decided cases, without it. */
export async function caseList(context: OperatorContext, { state, page, pageSize }: Parsed<'caseList'>) {
  const { db } = context
  const { rows } = await sql<CaseRow>`
    select k.id, k.kind, k.why, k.labels, k.plea, k.value, k.opened_at, k.closed_at, k.outcome,
      u.id as user_id, u.nickname, u.avatar, c.id as capsule_id, c.type, c.content_type, c.long_tag, c.owner_id,
      c.sealed_at, c.open_time, t.envelope, t.sealed,
      case when k.kind = 'capsule' then c.review is not null else u.hidden is not null end as hidden,
      (select count(*) from reports r where r.case_id = k.id)::integer as reporters
    from (${CHOSEN[state](pageSize, (page - 1) * pageSize)}) k
    join users u on u.id = k.user_id
    left join capsules c on c.id = k.target_id and k.closed_at is null and (
      k.kind = 'capsule' and c.status = ${UNSEALED} and (c.is_public = 1 or c.review is not null)
      or k.kind = 'letter' and ${IS_REPORTED_LETTER})
    left join capsule_contents t on t.capsule_id = c.id
    order by ${ORDER[state]}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (state === 'waiting') await noteLooks(context, { kind: 'case', targets: ids })
  const decisions = await readDecisions(db, ids)
  const reports = await readReports(db, ids)
  const waiting = await countOpen(db)
  const cases: PlaceCase[] = []
  for (const row of rows)
    cases.push(
      await toCase(context, row, { decisions: decisions.get(row.id) ?? [], reports: reports.get(row.id) ?? [] }),
    )
  return { cases, waiting }
}

/** Of the case `k`: the receiver of the capsule `c` opened it, and reported it themselves. */
const IS_REPORTED_LETTER = sql`exists (
  select from reports p join receivers r on r.capsule_id = c.id and r.received_by = p.reporter_id
  where p.case_id = k.id and r.opened_at is not null)`

type State = Parsed<'caseList'>['state']

const CHOSEN: Record<State, (most: number, after: number) => ReturnType<typeof sql>> = {
  waiting: (most, after) =>
    sql`select * from cases where closed_at is null order by opened_at, id limit ${most} offset ${after}`,
  done: (most, after) =>
    sql`select * from cases where closed_at is not null order by closed_at desc, id desc limit ${most} offset ${after}`,
}
const ORDER: Record<State, ReturnType<typeof sql>> = {
  waiting: sql`k.opened_at, k.id`,
  done: sql`k.closed_at desc, k.id desc`,
}

async function readDecisions(db: Db, ids: number[]): Promise<Map<number, Decision[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('case_decisions as d')
    .innerJoin('operators as o', 'o.id', 'd.operator_id')
    .select(['d.case_id', 'd.operator_id', 'o.name as operator', 'd.decision', 'd.note', 'd.decided_at'])
    .where('d.case_id', 'in', ids)
    .orderBy('d.decided_at')
    .execute()
  return grouped(rows, ({ case_id }) => case_id)
}

/** The newest reports of each case; nobody needs to know the reporters. */
async function readReports(db: Db, ids: number[]): Promise<Map<number, Report[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Report & { case_id: number }>`
    select r.case_id, r.reason, r.text, r.at from unnest(${ids}::bigint[]) k(id)
    cross join lateral (
      select * from reports where case_id = k.id order by id desc limit ${REPORTS_SHOWN}) r`.execute(db)
  return grouped(rows, ({ case_id }) => case_id)
}

async function countOpen(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('cases')
    .select(sql<number>`count(*)`.as('n'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

type CaseHistory = { decisions: Decision[]; reports: Report[] }

async function toCase(context: OperatorContext, row: CaseRow, { decisions, reports }: CaseHistory): Promise<PlaceCase> {
  const isOpen = row.closed_at === null
  const capsule = row.capsule_id === null ? undefined : await toCapsule(context, row)
  return {
    id: String(row.id),
    kind: row.kind,
    why: row.why,
    labels: row.labels,
    plea: row.plea,
    opened_at: moment(row.opened_at),
    closed_at: moment(row.closed_at),
    outcome: row.outcome ?? '',
    user: { id: String(row.user_id), nickname: row.nickname, avatar: shownAvatar(context, row.avatar) },
    ...(capsule && { capsule }),
    value: isOpen && row.value !== null ? shownValue(context, row.kind, row.value) : '',
    reporters: row.reporters,
    reports: reports.map(({ reason, text, at }) => ({ reason, text, at: moment(at) })),
    decisions: decisions.map(({ operator, decision, note, decided_at }) => ({
      operator,
      decision,
      note,
      decided_at: moment(decided_at),
    })),
    hidden: row.hidden ? 1 : 0,
    mine: decisions.some(({ operator_id }) => operator_id === context.operator.operatorId) ? 1 : 0,
  }
}

const shownValue = (context: OperatorContext, kind: CaseKind, value: string): string =>
  kind === 'avatar' ? shownAvatar(context, value) : value

/** A capsule as everybody sees it, or would: without its owner's words to themselves. */
async function toCapsule(context: OperatorContext, row: CaseRow): Promise<PlaceCase['capsule']> {
  const { type, long_tag } = row
  const id = row.capsule_id!
  const content = readContent(context.keys, { ...row, id })
  return {
    id: String(id),
    type,
    long_tag: shownTitle(long_tag),
    description: content?.description ?? '',
    content: content ? await withAddresses(context, content.content, 'clean') : [],
  }
}
