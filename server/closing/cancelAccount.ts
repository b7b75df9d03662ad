import { sql } from 'kysely'
import { CANCEL_WAY_WRONG } from '#contract/account.ts'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { identityOf } from '#server/account/oauth.ts'
import { endAllSessions } from '#server/account/sessions.ts'
import { takeCode } from '#server/captcha/codes.ts'
import type { Db, UserContext } from '#server/context.ts'
import { missing, refuse } from '#server/fail.ts'
import { forfeit } from '#server/wallet/forfeit.ts'

/**
 * Closes the caller's account at once and for good. Private capsules, sealed or open, go with their content; what was
 * opened to everybody stays without a name; the ledger stays without a person.
 */
export async function cancelAccount(context: UserContext, input: Parsed<'cancelAccount'>) {
  const { db, caller } = context
  await proveOneself(context, input)
  await db.transaction().execute(async (db) => {
    const tel = await lock(db, caller.userId)
    await endAllSessions(db, caller.userId)
    await forgetPerson(db, caller.userId)
    // First the balances: a sealing under way is waited for, and none can be paid afterwards.
    await forfeit(db, { userId: caller.userId, scope: 'closing', key: String(caller.userId), reason: '账号注销' })
    await dropCapsules(db, caller.userId)
    await dropTraces(db, caller.userId, tel)
  })
  return {}
}

/** By a code to the account's number; an account without one by a fresh return from a platform bound to it. */
async function proveOneself(context: UserContext, input: Parsed<'cancelAccount'>): Promise<void> {
  const { db, caller } = context
  const { tel } = await person(db, caller.userId)
  if ('captcha' in input) {
    if (!tel) throw refuse(CANCEL_WAY_WRONG)
    return takeCode(context, tel, 'signedIn', input.captcha)
  }
  if (tel) throw refuse(CANCEL_WAY_WRONG)
  const { provider } = input
  const { subject } = await identityOf(context, { provider, purpose: 'cancel', userId: caller.userId }, input)
  const own = await db
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', caller.userId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!own) throw refuse(CANCEL_WAY_WRONG)
}

const people = (db: Db, userId: number) =>
  db.selectFrom('users').select('tel').where('id', '=', userId).where('cancelled_at', 'is', null)

async function person(db: Db, userId: number) {
  const row = await people(db, userId).executeTakeFirst()
  if (!row) throw missing()
  return row
}

async function lock(db: Db, userId: number): Promise<string | null> {
  const row = await people(db, userId).forUpdate().executeTakeFirst()
  if (!row) throw missing()
  return row.tel
}

const forgetPerson = (db: Db, userId: number) =>
  db
    .updateTable('users')
    .set({
      tel: null,
      password_hash: null,
      nickname: CANCELLED_NAME,
      avatar: '',
      sex: '',
      cancelled_at: sql<string>`now()`,
    })
    .where('id', '=', userId)
    .execute()

async function dropCapsules(db: Db, userId: number): Promise<void> {
  const own = db.selectFrom('capsules').select('id').where('owner_id', '=', userId)
  await db.deleteFrom('applications').where('capsule_id', 'in', own).execute()
  await db.deleteFrom('capsule_contacts').where('capsule_id', 'in', own).execute()
  await db
    .deleteFrom('capsules')
    .where('owner_id', '=', userId)
    .where((at) => at.not(at.and([at('status', '=', STATUS.unsealed), at('is_public', '=', 1)])))
    .execute()
}

async function dropTraces(db: Db, userId: number, tel: string | null): Promise<void> {
  await db.deleteFrom('identities').where('user_id', '=', userId).execute()
  await db.deleteFrom('oauth_states').where('user_id', '=', userId).execute()
  await db.deleteFrom('idempotency').where('user_id', '=', userId).execute()
  if (!tel) return
  await db.deleteFrom('codes').where('tel', '=', tel).execute()
  await db.deleteFrom('messages').where('recipient', '=', tel).execute()
  await db.deleteFrom('slides').where('passed_tel', '=', tel).execute()
}
