import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import {
  BANS_NEEDED,
  CASE_CHANGED,
  CASE_CLOSED,
  CASE_DECIDED_ONCE,
  CASE_OTHERWISE,
  type CaseOutcome,
  type Verdict,
  verdictsOf,
  whyNotNote,
} from '#contract/cases.ts'
import { holdPublicSide } from '#server/capsules/publishing/people.ts'
import { missing, refuse, refuseIf } from '#server/core/fail.ts'
import { holdAvatars } from '#server/people/account/avatar.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules, lockCase, lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { noteAct } from './acts.ts'
import { carryOut, type Open, suspend } from './carryOut.ts'

type Decision = { operatorId: number; decision: Verdict; note: string }

/**
 * An operator's decision on an open case. A ban takes two different operators – the first one's hides the subject already –
 * anything else one. The person concerned is told in the same transaction.
 */
export async function caseDecide(context: OperatorContext, input: Parsed<'caseDecide'>) {
  const { operator, log } = context
  const { decision } = input
  const note = input.note.trim()
  refuseIf(whyNotNote(note, decision))
  const said = { operatorId: operator.operatorId, decision, note }
  const result = await inTransaction(context.db, (db) => decide(db, Number(input.case_id), said))
  log.info({ case: Number(input.case_id), operator: operator.name, decision, ...result }, 'a decision')
  return result
}

async function decide(db: Tx, id: number, said: Decision) {
  const open = await lockOpen(db, id, said.decision)
  if (!verdictsOf(open).includes(said.decision)) throw refuse(CASE_OTHERWISE)
  await write(db, id, said)
  await noteAct(db, { ...said, kind: 'case', target: id, act: said.decision })
  const left = said.decision === 'ban' ? BANS_NEEDED - (await countBans(db, id)) : 0
  if (left > 0) {
    await suspend(db, open)
    return { outcome: '' as const, missing: left }
  }
  await end(db, id, said.decision)
  await carryOut(db, open, said)
  return { outcome: said.decision, missing: 0 }
}

/** Locks the case and its subject, in the order of locks. */
async function lockOpen(db: Tx, id: number, decision: Verdict): Promise<Open> {
  const row = await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missing()
  if (row.kind === 'capsule' && decision !== 'ban') await holdOne(db, row.target_id)
  else await holdPublicSide(db, row.user_id)
  const pictures =
    row.kind === 'user' || row.kind === 'avatar' ? await holdAvatars(db, row.user_id, row.value ?? '') : []
  // Public capsules of a person who has left stay, and can be taken down.
  if (row.kind !== 'capsule' || decision === 'ban') await lockPerson(db, row.user_id)
  const held = (await lockCase(db, id))!
  if (held.closed_at !== null) throw refuse(CASE_CLOSED)
  // Another picture came meanwhile: it needs a new look.
  if (held.value !== row.value) throw refuse(CASE_CHANGED)
  const { kind, target_id: targetId, user_id: userId, why, value } = held
  return { id, kind, targetId, userId, why, value, pictures }
}

const holdOne = (db: Tx, id: number) => lockCapsules(db).select('c.id').where('c.id', '=', id).execute()

async function write(db: Db, case_id: number, { operatorId, decision, note }: Decision): Promise<void> {
  const said = { decision, note, decided_at: sql<string>`now()` }
  const before = await db
    .selectFrom('case_decisions')
    .select('decision')
    .where('case_id', '=', case_id)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  if (before && before.decision === decision) throw refuse(CASE_DECIDED_ONCE)
  await db
    .insertInto('case_decisions')
    .values({ case_id, operator_id: operatorId, ...said })
    .onConflict((at) => at.columns(['case_id', 'operator_id']).doUpdateSet(said))
    .execute()
}

/** A ban by an operator who was removed since counts no more. */
async function countBans(db: Db, id: number): Promise<number> {
  const rows = await db
    .selectFrom('case_decisions as d')
    .innerJoin('operators as o', 'o.id', 'd.operator_id')
    .select('d.operator_id')
    .where('d.case_id', '=', id)
    .where('d.decision', '=', 'ban')
    .where('o.removed_at', 'is', null)
    .execute()
  return rows.length
}

const end = (db: Db, id: number, outcome: CaseOutcome) =>
  db.updateTable('cases').set({ closed_at: sql<string>`now()`, outcome }).where('id', '=', id).execute()
