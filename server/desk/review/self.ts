import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { TOTP_NOT_BEGUN, TOTP_WRONG } from '#contract/desk.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { hashSecret, inHashingTurn } from '#server/people/account/hashing.ts'
import { rememberDevice } from '#server/people/account/proof/devices.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { decryptText, encryptText } from '#server/platform/keys/encryption.ts'
import { consume } from '#server/platform/rateLimit.ts'
import { noteAct } from './acts.ts'
import { prove } from './prove.ts'
import { boundTo, newSecret, stepOf, TRIES_PER_NAME, triesAtDesk, uriOf } from './totp.ts'

/** The operator's own name, roles and sign-ins. */
export async function deskMe({ db, operator }: OperatorContext) {
  const rows = await db
    .selectFrom('operator_sessions')
    .select(['id', 'created_at', 'expires_at'])
    .where('operator_id', '=', operator.operatorId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .orderBy('id', 'desc')
    .execute()
  const sessions = rows.map(({ id, created_at, expires_at }) => ({
    id: String(id),
    created_at: moment(created_at),
    expires_at: moment(expires_at),
    current: id === operator.sessionId ? (1 as const) : (0 as const),
  }))
  return { name: operator.name, roles: [...operator.roles], sessions }
}

/** Changes the password of an operator who knows the present one and has the code; their other sign-ins end. */
export async function deskPassword(context: OperatorContext, { next, ...proof }: Parsed<'deskPassword'>) {
  await prove(context, proof)
  const { db, keys, operator } = context
  const password_hash = await inHashingTurn({ lane: 'own', who: `operator ${operator.name}` }, () =>
    hashSecret(keys, 'operator', next),
  )
  await inTransaction(db, async (db) => {
    await db.updateTable('operators').set({ password_hash }).where('id', '=', operator.operatorId).execute()
    await endOthers(db, operator)
    await noteAct(db, { operatorId: operator.operatorId, kind: 'operator', target: operator.name, act: 'password' })
  })
  rememberDevice(context, 'operator', { id: operator.operatorId, password_hash })
  return {}
}

/** A new secret of the code, shown once; the old one holds until the new one's first code was right. */
export async function deskTotpNew(context: OperatorContext, proof: Parsed<'deskTotpNew'>) {
  await prove(context, proof)
  const { db, keys, operator } = context
  const secret = newSecret()
  await db
    .updateTable('operators')
    .set({ totp_next: encryptText(keys, secret, boundTo(operator.name)) })
    .where('id', '=', operator.operatorId)
    .execute()
  return { secret, uri: await uriOf(operator.name, secret) }
}

export async function deskTotp({ db, keys, now, operator }: OperatorContext, { totp }: Parsed<'deskTotp'>) {
  const { operatorId, name } = operator
  await consume(db, triesAtDesk(name), TRIES_PER_NAME)
  const row = await db
    .selectFrom('operators')
    .select('totp_next')
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  if (row.totp_next === null) throw refuse(TOTP_NOT_BEGUN)
  const step = await stepOf({ name, secret: decryptText(keys, row.totp_next, boundTo(name)) }, totp, now())
  if (step === undefined) throw refuse(TOTP_WRONG)
  await inTransaction(db, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('operators')
      .set({ totp_secret: row.totp_next!, totp_next: null, totp_step: step })
      .where('id', '=', operatorId)
      .where('totp_next', '=', row.totp_next)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw refuse(TOTP_NOT_BEGUN)
    await endOthers(db, operator)
    await noteAct(db, { operatorId, kind: 'operator', target: name, act: 'totp' })
  })
  return {}
}

/** Ends one of the operator's own sign-ins, or all but this one. */
export async function deskEndSession({ db, operator }: OperatorContext, { session_id }: Parsed<'deskEndSession'>) {
  const ended = await endOthers(db, operator, session_id === undefined ? undefined : Number(session_id))
  if (session_id !== undefined && ended === 0n) throw missing()
  return {}
}

async function endOthers(
  db: Db,
  { operatorId, sessionId }: OperatorContext['operator'],
  only?: number,
): Promise<bigint> {
  const { numUpdatedRows } = await db
    .updateTable('operator_sessions')
    .set({ ended_at: sql<string>`now()` })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .where('id', only === undefined ? '<>' : '=', only ?? sessionId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows
}
