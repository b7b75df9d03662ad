import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { type ActKind, COMMAND_LINE } from '#contract/desk.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'

type Done = { operatorId?: number; kind: ActKind; target: string | number; act: string; note?: string }

/** Writes down an operator's act – without `operatorId` one of the command line –, in the transaction of the act where it has one. */
export async function noteAct(db: Db, { operatorId, kind, target, act, note = '' }: Done): Promise<void> {
  await db
    .insertInto('operator_acts')
    .values({ operator_id: operatorId ?? null, kind, target: String(target), act, note })
    .execute()
}

/** The operators' acts, the newest first: of all operators, or of one. */
export async function deskHistory({ db }: OperatorContext, { operator, page, pageSize }: Parsed<'deskHistory'>) {
  const rows = await db
    .selectFrom('operator_acts as a')
    .leftJoin('operators as o', 'o.id', 'a.operator_id')
    .select(['a.id', 'o.name as operator', 'a.kind', 'a.target', 'a.act', 'a.note', 'a.at'])
    .$if(operator !== undefined, (all) => all.where('o.name', '=', operator!))
    .orderBy('a.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const operators = await db.selectFrom('operators').select('name').orderBy('id').execute()
  return {
    acts: rows.map((row) => ({
      ...row,
      id: String(row.id),
      operator: row.operator ?? COMMAND_LINE,
      at: moment(row.at),
    })),
    operators: operators.map(({ name }) => name),
  }
}

type Looked = { kind: ActKind; targets: readonly (string | number)[] }

/** Writes down which people's data an operator is shown, once a day and thing, before the data are shown. */
export async function noteLooks({ db, operator }: OperatorContext, { kind, targets }: Looked): Promise<void> {
  if (targets.length === 0) return
  await sql`
    insert into operator_looks (operator_id, kind, target)
    select ${operator.operatorId}, ${kind}, t from unnest(${targets.map(String)}::text[]) t
    on conflict do nothing`.execute(db)
}

/** Who has looked at what, the newest first. */
export async function deskLooks({ db }: OperatorContext, { operator, page, pageSize }: Parsed<'deskLooks'>) {
  const rows = await db
    .selectFrom('operator_looks as l')
    .innerJoin('operators as o', 'o.id', 'l.operator_id')
    .select(['o.name as operator', 'l.operator_id', 'l.kind', 'l.target', 'l.day', 'l.at'])
    .$if(operator !== undefined, (all) => all.where('o.name', '=', operator!))
    .orderBy('l.at', 'desc')
    .orderBy('l.kind')
    .orderBy('l.target')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const looks = rows.map(({ operator_id, day, at, ...row }) => ({
    ...row,
    id: `${operator_id} ${row.kind} ${row.target} ${day}`,
    at: moment(at),
  }))
  return { looks }
}
