import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { CODE, type Code, TEXT } from '#contract/codes.ts'
import { Fail } from '#server/core/fail.ts'
import type { Operator } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'

const TOKEN_BYTES = 32
const SESSION_HOURS = 8
/** No person's sign-in begins like this: a reader of a log or a storage sees that the token is an operator's. */
const PREFIX = 'operator_'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Signs an operator in with the step of the clock their code belongs to, which is thereby used up. Undefined when it
 * was used before, or the operator is gone.
 */
export async function startOperatorSession(db: Db, operatorId: number, step: number): Promise<string | undefined> {
  const token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
  const { rows } = await sql`
    with used as (
      update operators set totp_step = ${step}
      where id = ${operatorId} and removed_at is null and totp_step < ${step}
      returning id)
    insert into operator_sessions (operator_id, token_hash, expires_at)
    select id, ${hashOf(token)}::bytea, now() + make_interval(hours => ${SESSION_HOURS}) from used
    returning id`.execute(db)
  return rows.length > 0 ? token : undefined
}

/**
 * Which operator is asking. Throws 2004 without a token, 2005 expired, 2006 not ours, 2007 ended. Read from the
 * database each time: a removed operator is out at once, on every process.
 */
export async function findOperator(db: Db, authorization: string | undefined): Promise<Operator> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (!token) throw signInOver(CODE.noToken)
  const row = await db
    .selectFrom('operator_sessions as s')
    .innerJoin('operators as o', 'o.id', 's.operator_id')
    .select(['s.id', 's.operator_id', 's.ended_at', 'o.name', 'o.roles'])
    .select(sql<boolean>`s.expires_at <= now()`.as('expired'))
    .where('s.token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!row) throw signInOver(CODE.tokenInvalid)
  if (row.ended_at) throw signInOver(CODE.tokenEnded)
  if (row.expired) throw signInOver(CODE.tokenExpired)
  return { operatorId: row.operator_id, sessionId: row.id, name: row.name, roles: row.roles }
}

export async function endOperatorSession(db: Db, sessionId: number): Promise<void> {
  await db.updateTable('operator_sessions').set({ ended_at: sql<string>`now()` }).where('id', '=', sessionId).execute()
}

const signInOver = (code: Code): Fail => new Fail(code, TEXT.signInOver)
