import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { CODE, type Code, TEXT } from '#contract/codes.ts'
import { Fail, isDatabaseAway } from '#server/core/fail.ts'
import { endArchives } from '#server/people/account/proof/archives.ts'
import { rememberDevice } from '#server/people/account/proof/devices.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { addressHash } from '#server/platform/rateLimit.ts'
import type { Sweep } from '#server/platform/sweep.ts'
import { rememberAgreement } from './agree.ts'
import { tellOfSignIn } from './signInTold.ts'

const TOKEN_BYTES = 32
const SLIDING_DAYS = 30
const LONGEST_DAYS = 90
const MOST_PER_USER = 10
/** How long another process may still honour a session that was ended (at most a second). */
const CACHE_MS = 1_000
const CACHE_MOST = 10_000
/** Sliding on moves the row at most this often. */
const SLIDE_EVERY = '1 hour'

type Found = Caller & { until: number }
const cache = new Map<string, Found>()

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The proof that it is the person: the password hash that was verified, or an account at a platform. */
type Proof = { userId: number; agreement_version?: string } & ({ passwordHash: string } | { identityId: number })

/**
 * Signs a person in: an opaque token of which only the hash is kept; the oldest beyond ten are ended. Undefined when the proof is
 * not the person's any more: a sign-in never outlives a reset or an unbinding it raced with.
 */
export async function startSession(context: Context, proof: Proof): Promise<string | undefined> {
  const { userId } = proof
  const { db, source } = context
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const address = addressHash(context)
  const begun = await inTransaction(db, async (db) => {
    const { rows } = await insertSession({ ...context, db }, proof, { token, address })
    if (rows[0]) await tellOfSignIn({ ...context, db }, { userId, sessionId: rows[0].id, address })
    return rows[0]
  })
  if (!begun) return undefined
  rememberDevice(context, 'person', { id: userId, password_hash: begun.password_hash })
  await sql`update sessions set ended_at = now() where id in (
    select id from sessions where user_id = ${userId} and ended_at is null
    order by last_at desc, id desc offset ${MOST_PER_USER})`.execute(db)
  await rememberAgreement(db, { userId, version: proof.agreement_version, source })
  return token
}

type Token = { token: string; address: Buffer }

const insertSession = ({ db, source }: Context, proof: Proof, { token, address }: Token) =>
  sql<{ id: number; password_hash: string | null }>`
    with signed as (
    insert into sessions (user_id, token_hash, source, address_hash, expires_at)
    select id, ${hashOf(token)}::bytea, ${source}, ${address}::bytea,
      now() + make_interval(days => ${SLIDING_DAYS})
    from users where id = ${proof.userId} and cancelled_at is null and ${stillHolds(proof)}
    for share
    returning id, user_id)
    select s.id, u.password_hash from signed s join users u on u.id = s.user_id`.execute(db)

const stillHolds = (proof: Proof) =>
  'passwordHash' in proof
    ? sql`password_hash = ${proof.passwordHash}`
    : sql`exists (select from identities i where i.id = ${proof.identityId} and i.user_id = users.id)`

/** Who is asking. Throws 2004 without a token, 2005 expired, 2006 not ours, 2007 ended. */
export async function findCaller(db: Db, authorization: string | undefined): Promise<Caller> {
  const token = /^Bearer (\S{1,1000})$/.exec(authorization ?? '')?.[1]
  if (!token) throw signInOver(CODE.noToken)
  const known = cache.get(token)
  if (known && known.until > performance.now()) return known
  cache.delete(token)
  const caller = await readSession(db, token)
  if (cache.size >= CACHE_MOST) cache.clear()
  cache.set(token, { ...caller, until: performance.now() + CACHE_MS })
  return caller
}

/** Ends this one sign-in. */
export async function signOut(db: Db, sessionId: number): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: sql<string>`now()` }).where('id', '=', sessionId).execute()
  forgetCached((found) => found.sessionId === sessionId)
}

/** Ends every sign-in of the person, `but` for one, and with them what was exported. After the commit `forgetSignIns` makes it felt here at once. */
export async function endAllSessions(db: Db, userId: number, { but = 0 } = {}): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('id', '<>', but)
    .where('ended_at', 'is', null)
    .execute()
  await endArchives(db, userId)
}

/** Call it after the commit: until then a sign-in still holds, and one forgotten earlier would be cached again. */
export function forgetSignIns(userId: number, { but = 0 } = {}): void {
  forgetCached((found) => found.userId === userId && found.sessionId !== but)
}

const signInBy = prepared(
  ({ hash }: { hash: Buffer }) => sql<{
    id: number
    user_id: number
    ended_at: string | null
    expired: boolean
    stale: boolean
  }>`
    select id, user_id, ended_at, expires_at <= now() as expired, last_at < now() - ${sql.lit(SLIDE_EVERY)}::interval as stale
    from sessions where token_hash = ${hash}`,
)

async function readSession(db: Db, token: string): Promise<Caller> {
  const [row] = await signInBy(db, { hash: hashOf(token) })
  if (!row) throw signInOver(CODE.tokenInvalid)
  if (row.ended_at) throw signInOver(CODE.tokenEnded)
  if (row.expired) throw signInOver(CODE.tokenExpired)
  if (row.stale) await slide(db, row.id)
  return { userId: row.user_id, sessionId: row.id }
}

/** Where nothing can be written, sliding waits for the next call: a caller that only reads is not refused. */
async function slide(db: Db, sessionId: number): Promise<void> {
  const sliding = sql`update sessions set last_at = now(), expires_at = least(
    now() + make_interval(days => ${SLIDING_DAYS}), created_at + make_interval(days => ${LONGEST_DAYS}))
    where id = ${sessionId}`.execute(db)
  await sliding.catch((error) => {
    if (!isDatabaseAway(error)) throw error
  })
}

function forgetCached(matches: (found: Found) => boolean): void {
  for (const [token, found] of cache) if (matches(found)) cache.delete(token)
}

/** The caller must sign in, or sign in again. */
export const signInOver = (code: Code): Fail => new Fail(code, TEXT.signInOver)

/** Over for a month: nobody asks any more how it ended, nor from where it came. */
export const oldSessions: Sweep = {
  from: 'sessions',
  when: sql`least(ended_at, expires_at) < now() - interval '30 days'`,
  wanted: true,
}
