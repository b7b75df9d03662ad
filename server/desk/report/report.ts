import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { REPORTS_A_DAY, REPORTS_TO_HIDE } from '#contract/limits.ts'
import { REPORT_OWN, REPORTED_ALREADY, REPORTS_A_DAY_OVER, type ReportKind, whyNotReport } from '#contract/report.ts'
import { hidePerson, holdPublicSide } from '#server/capsules/publishing/people.ts'
import { hide } from '#server/capsules/publishing/publish.ts'
import { missing, refuse, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules, lockPerson, lockTwo } from '#server/platform/db/locks.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { openCase } from '#server/platform/moderation/cases.ts'
import { holdLetter, stopSender } from './reportLetter.ts'

type Target = { kind: ReportKind; id: number }

/**
 * Reports a public capsule, or a person: once each, ten a day. Three different people hide it until an operator has looked
 * (readings 9). A capsule that the caller received: before they have opened it this stops its sender to them; afterwards operators
 * see the letter, and nothing is hidden.
 */
export async function report({ db, caller }: UserContext, { kind, id, reason, text }: Parsed<'report'>) {
  refuseIf(whyNotReport(text))
  const target = { kind, id: Number(id) }
  await inTransaction(db, async (db) => {
    const letter = kind === 'capsule' ? await holdLetter(db, target.id, caller.userId) : undefined
    if (letter && !letter.opened) return stopSender(db, letter, caller.userId)
    const author = letter?.senderId ?? (await holdTarget(db, target, caller.userId))
    await refuseUnlessNew(db, caller.userId, target)
    const about = letter ? 'letter' : kind
    const caseId = await openCase(db, { kind: about, targetId: target.id, userId: author, why: 'reported' })
    await db
      .insertInto('reports')
      .values({ reporter_id: caller.userId, kind, target_id: target.id, reason, text: text.trim(), case_id: caseId })
      .execute()
    if (letter) return
    if ((await countReporters(db, caseId)) < REPORTS_TO_HIDE) return
    if (kind === 'capsule') await hide(db, target.id, 'reported')
    else await hidePerson(db, author, 'reported')
  })
  return {}
}

/**
 * Locks the target and its reporter, so that simultaneous reports are counted one after the other; returns the target's author.
 * Only visible targets can be reported.
 */
async function holdTarget(db: Tx, { kind, id }: Target, userId: number): Promise<number> {
  const author = kind === 'user' ? await holdPerson(db, id) : await holdCapsule(db, id)
  if (author === userId) throw refuse(REPORT_OWN)
  if (kind === 'capsule') await lockPerson(db, userId)
  else {
    const [, { hidden }] = await lockTwo(db, userId, author)
    if (hidden) throw missing()
  }
  return author
}

async function holdPerson(db: Tx, id: number): Promise<number> {
  await holdPublicSide(db, id)
  return id
}

async function holdCapsule(db: Tx, id: number): Promise<number> {
  const capsule = await lockCapsules(db)
    .select('c.owner_id')
    .where('c.id', '=', id)
    .where('c.status', '=', UNSEALED)
    .where('c.is_public', '=', 1)
    .executeTakeFirst()
  if (!capsule) throw missing()
  return capsule.owner_id
}

async function refuseUnlessNew(db: Db, userId: number, { kind, id }: Target): Promise<void> {
  const before = await db
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', userId)
    .where('kind', '=', kind)
    .where('target_id', '=', id)
    .executeTakeFirst()
  if (before) throw refuse(REPORTED_ALREADY)
  const { today } = await db
    .selectFrom('reports')
    .select(sql<number>`count(*)`.as('today'))
    .where('reporter_id', '=', userId)
    .where(sql<boolean>`at >= date_trunc('day', now())`)
    .executeTakeFirstOrThrow()
  if (Number(today) >= REPORTS_A_DAY) throw refuse(REPORTS_A_DAY_OVER)
}

async function countReporters(db: Db, caseId: number): Promise<number> {
  const { n } = await db
    .selectFrom('reports')
    .select(sql<number>`count(*)`.as('n'))
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow()
  return Number(n)
}
