import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { ALREADY_OPEN, ANSWER_MISSING, ANSWER_WRONG, TOO_EARLY } from '#contract/unseal.ts'
import { inHashingTurn } from '#server/account/hashing.ts'
import type { Db, UserContext } from '#server/context.ts'
import { missing, refuse } from '#server/fail.ts'
import type { Keys } from '#server/keys/keys.ts'
import { answerTo, verifyAnswers } from '#server/seal/answers.ts'
import { forgetTries, takeTry } from '#server/tries.ts'

/** Answers: 5 tries in 15 minutes, 20 in all, for each asker (decisions 3). */
const ANSWER_TRIES = [
  { most: 5, seconds: 900 },
  { most: 20, seconds: 10 * 365 * 86_400 },
]

type Mine = { id: number; userId: number }
type Locked = { status: number; due: boolean; questions: string[]; answers_hash: string | null }

/** Opens the owner's capsule once its moment has come by the database's clock and every answer is right. */
export async function unseal({ db, keys, caller }: UserContext, { capsule_id, key_answer = {} }: Parsed<'unseal'>) {
  const mine = { id: Number(capsule_id), userId: caller.userId }
  if (await openNow(db, mine, sql`answers_hash is null`)) return { capsule_id }
  const capsule = await readLocked(db, mine)
  if (capsule.status === STATUS.unsealed) throw refuse(ALREADY_OPEN)
  if (!capsule.due) throw refuse(TOO_EARLY)
  const bucket = `answers of ${capsule_id} by owner ${caller.userId}`
  await checkAnswers({ db, keys, bucket }, capsule, key_answer)
  if (!(await openNow(db, mine))) throw refuse(ALREADY_OPEN)
  return { capsule_id }
}

async function readLocked(db: Db, { id, userId }: Mine): Promise<Locked> {
  const row = await db
    .selectFrom('capsules')
    .select(['status', 'questions', 'answers_hash'])
    .select(sql<boolean>`status = ${STATUS.approved} or open_time <= now()`.as('due'))
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('status', '<>', STATUS.draft)
    .executeTakeFirst()
  if (!row) throw missing()
  return row
}

type Asking = { db: Db; keys: Keys; bucket: string }

async function checkAnswers(
  { db, keys, bucket }: Asking,
  { questions, answers_hash }: Locked,
  given: Record<string, string>,
) {
  if (!answers_hash) return
  if (questions.some((question) => !answerTo(given, question).trim())) throw refuse(ANSWER_MISSING)
  const right = await inHashingTurn(bucket, async () => {
    await takeTry(db, bucket, ANSWER_TRIES)
    return verifyAnswers(keys, questions, given, answers_hash)
  })
  if (!right) throw refuse(ANSWER_WRONG)
  await forgetTries(db, bucket)
}

/**
 * One statement that states its condition: most capsules have no questions and are opened by it alone; only a refusal
 * has to be read and explained. A waiting application closes itself.
 */
async function openNow(db: Db, { id, userId }: Mine, only = sql`true`): Promise<boolean> {
  const { rows } = await sql`
    with opened as (
      update capsules set status = ${STATUS.unsealed}, open_at = now(), updated_at = now()
      where id = ${id} and owner_id = ${userId} and status in (1, 3, 4)
        and (status = ${STATUS.approved} or open_time <= now()) and ${only}
      returning id
    ), closed as (
      update applications set closed_at = now()
      where capsule_id = ${id} and closed_at is null and exists (select from opened)
    )
    select id from opened`.execute(db)
  return rows.length > 0
}
