import { type RawBuilder, sql } from 'kysely'
import { CANCEL_TOO_SOON, CANCEL_WAY_WRONG } from '#contract/account.ts'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { questionsDropped } from '#server/capsules/capsule/capsuleQlist.ts'
import { leaveReceived } from '#server/capsules/receiver/capsuleReceiver.ts'
import { dropLetters, isForSomebody, lastOfReceived } from '#server/capsules/receiver/leftLetters.ts'
import { refuse } from '#server/core/fail.ts'
import { writeOffDebts } from '#server/money/pay/debts.ts'
import { identityOf } from '#server/people/account/oauth.ts'
import { readPerson } from '#server/people/account/people.ts'
import { identities } from '#server/people/account/proof/identities.ts'
import { endAllSessions, forgetSignIns } from '#server/people/account/sessions.ts'
import { takeCode } from '#server/people/captcha/codes.ts'
import { forfeit } from '#server/people/wallet/forfeit.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { lockCapsules, lockObjects, lockPerson } from '#server/platform/db/locks.ts'
import { SEALED } from '#server/platform/db/states.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { dropObjects, unlockObjects } from '#server/platform/media/forget.ts'
import { recipientOf } from '#server/platform/message/recipient.ts'

/** The proof that it is the person: their number, or an account at a platform. */
type Proof = { tel: string } | { identityId: number }

/**
 * Closes the caller's account at once and for good. Private capsules, sealed or open, go with their content; what was
 * opened to everybody stays without a name, and what is for somebody else where the caller wishes so; the ledger stays without a
 * person.
 */
export async function cancelAccount(context: UserContext, input: Parsed<'cancelAccount'>) {
  const { db, caller } = context
  const proof = await proveOneself(context, input)
  await inTransaction(db, async (db) => {
    // A sealing under way is waited for and found; afterwards none can be paid for.
    await lockCapsules(db, { going: true }).select('c.id').where(isTouched(caller.userId)).execute()
    await lockObjects(db).where('o.key', '=', whatGoes(caller.userId)).execute()
    await writeOffDebts(db, caller.userId)
    await forfeit(db, { userId: caller.userId, scope: 'closing', key: String(caller.userId), reason: '账号注销' })
    const { tel } = await lockPerson(db, caller.userId)
    await refuseUnlessStill(db, proof, { userId: caller.userId, tel })
    await endAllSessions(db, caller.userId)
    await forgetPerson(db, caller.userId)
    await forgetTies(db, caller.userId)
    const { rows: last } = await lastOfReceived(caller.userId).execute(db)
    await dropLetters(
      db,
      last.map(({ id }) => id),
    )
    await leaveReceived(db, context.keys, caller.userId)
    await dropCapsules({ ...context, db }, input.keep_letters === 1)
    await dropTraces({ db, keys: context.keys }, caller.userId, tel)
  })
  forgetSignIns(caller.userId)
  return {}
}

/** By a code to the account's number; an account without one by a fresh return from a platform bound to it. */
async function proveOneself(context: UserContext, input: Parsed<'cancelAccount'>): Promise<Proof> {
  const { db, caller } = context
  const { tel } = await readPerson(db, caller.userId)
  if ('captcha' in input) {
    if (!tel) throw refuse(CANCEL_WAY_WRONG)
    await takeCode(context, tel, 'signedIn', input.captcha)
    return { tel }
  }
  if (tel) throw refuse(CANCEL_WAY_WRONG)
  const { provider } = input
  const { subject } = await identityOf(context, { provider, purpose: 'cancel', userId: caller.userId }, input)
  const own = await identities(db, caller.userId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!own) throw refuse(CANCEL_WAY_WRONG)
  if (!own.settled) throw refuse(CANCEL_TOO_SOON)
  return { identityId: own.id }
}

/** The ways in may have changed while the proof was taken. */
async function refuseUnlessStill(db: Db, proof: Proof, { userId, tel }: { userId: number; tel: string | null }) {
  if ('tel' in proof && proof.tel === tel) return
  if ('identityId' in proof && tel === null) {
    const own = await identities(db, userId).where('i.id', '=', proof.identityId).executeTakeFirst()
    if (own) return
  }
  throw refuse(CANCEL_WAY_WRONG)
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
      hidden: null,
      show_forecasts: 0,
    })
    .where('id', '=', userId)
    .execute()

/** The person's own capsules, those of others that lose the person's like, and those that they have received. */
const isTouched = (userId: number) => sql<boolean>`
  c.id in (select id from capsules where owner_id = ${userId} union all select capsule_id from loves where user_id = ${userId}
    union all select capsule_id from receivers where received_by = ${userId})`

/** Keys of the person's uploads, and of those in capsules that nobody has after them. As one array: an "or" would read the whole table. */
const whatGoes = (userId: number) => sql<string>`any(array(
  select key from objects where owner_id = ${userId} union all
  select m.key from capsule_media m join (${lastOfReceived(userId)}) last on last.id = m.capsule_id))`

/** Likes, following and what was looked for; that others follow somebody who has left stays theirs to end. */
async function forgetTies(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('loves').where('user_id', '=', userId).execute()
  await db.deleteFrom('follows').where('follower_id', '=', userId).execute()
  await db.deleteFrom('searches').where('user_id', '=', userId).execute()
  await db.deleteFrom('search_votes').where('user_id', '=', userId).execute()
  await db.deleteFrom('reports').where('reporter_id', '=', userId).execute()
  await db.deleteFrom('blocks').where('blocker_id', '=', userId).execute()
  await db.deleteFrom('inbox').where('user_id', '=', userId).execute()
  await db.deleteFrom('answers').where('writer_id', '=', userId).execute()
  await db.deleteFrom('feedback').where('user_id', '=', userId).execute()
  await db.deleteFrom('lost_writings').where('user_id', '=', userId).execute()
}

/** Goes even where the capsule itself stays, because it was opened to everybody. */
const ABOUT_CAPSULES = [
  'applications',
  'capsule_contacts',
  'messages',
  'capsule_replies',
  'forecast_judgements',
  'shares',
] as const

async function dropCapsules({ db, caller: { userId }, clock }: UserContext, keepsLetters: boolean): Promise<void> {
  const own = db.selectFrom('capsules').select('id').where('owner_id', '=', userId)
  for (const table of ABOUT_CAPSULES) await db.deleteFrom(table).where('capsule_id', 'in', own).execute()
  const going = db
    .selectFrom('capsules as c')
    .select('c.id')
    .where('c.owner_id', '=', userId)
    .where((at) => at.not(at.and([at('c.status', '=', STATUS.unsealed), at('c.is_public', '=', 1)])))
    .where(keepsLetters ? sql<boolean>`not ${isForSomebody}` : sql<boolean>`true`)
  await unlockObjects(db, going)
  await closeCases(db, userId)
  await db.deleteFrom('capsules').where('id', 'in', going).execute()
  await endOwnersPart(db, userId, clock.due())
  await dropObjects(db, userId)
}

/**
 * The capsules that stay are for others: nobody waits for an answer about one or is told of it as its owner, and how it was opened went with its
 * applications. Questions that are not dropped by now stay as they were set.
 */
async function endOwnersPart(db: Db, userId: number, due: RawBuilder<string>): Promise<void> {
  await sql`
    update capsules set status = case when status in ${SEALED} then ${STATUS.sealed} else status end, notice_at = null,
      opened_by = case when open_at < open_time then null else opened_by end
    where owner_id = ${userId}`.execute(db)
  await sql`
    delete from question_drops d using capsules c
    where c.id = d.capsule_id and c.owner_id = ${userId} and not (${isForSomebody} and ${questionsDropped(due)})`.execute(
    db,
  )
}

/** Cases about things that go with the account need no decision; those about public capsules stay open. */
async function closeCases(db: Db, userId: number): Promise<void> {
  const shown = sql<boolean>`target_id in (select c.id from capsules c where c.owner_id = ${userId} and c.is_public = 1)`
  await db
    .updateTable('cases')
    .set({ closed_at: sql<string>`now()`, outcome: 'withdrawn' })
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .where((at) => at.not(at.and([at('kind', '=', 'capsule'), shown])))
    .execute()
}

async function dropTraces(
  { db, keys }: Pick<UserContext, 'db' | 'keys'>,
  userId: number,
  tel: string | null,
): Promise<void> {
  await db.deleteFrom('imported_entries').where('user_id', '=', userId).execute()
  await db.deleteFrom('imports').where('user_id', '=', userId).execute()
  await db.deleteFrom('consents').where('user_id', '=', userId).execute()
  await db.deleteFrom('identities').where('user_id', '=', userId).execute()
  await db.deleteFrom('oauth_states').where('user_id', '=', userId).execute()
  await db.deleteFrom('idempotency').where('user_id', '=', userId).execute()
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
  await db.deleteFrom('messages').where('user_id', '=', userId).execute()
  await db
    .updateTable('sessions')
    .set({ address_hash: Buffer.alloc(0) })
    .where('user_id', '=', userId)
    .execute()
  if (!tel) return
  await db.deleteFrom('codes').where('tel', '=', tel).execute()
  await db
    .deleteFrom('messages')
    .where('recipient', 'in', [tel, recipientOf(keys, tel)])
    .execute()
  await db.deleteFrom('slides').where('passed_tel', '=', tel).execute()
}
