import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { CODE, type Code, TEXT } from '#contract/codes.ts'
import type { Caller, Context, Db, UserContext } from '#server/context.ts'
import { Fail, missing } from '#server/fail.ts'
import { addressHash } from '#server/tries.ts'

const TOKEN_BYTES = 32
const SLIDING_DAYS = 30
const LONGEST_DAYS = 90
const MOST_PER_USER = 10
/** How long another process may still honour a session that was ended (security.md: 1 s). */
const CACHE_MS = 1_000
const CACHE_MOST = 10_000
/** Sliding on moves the row at most this often. */
const SLIDE_EVERY = '1 hour'

type Found = Caller & { until: number }
const cache = new Map<string, Found>()

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** What was shown to be the person: the password hash that was verified, or an account at a platform. */
type Proof = { userId: number } & ({ passwordHash: string } | { identityId: number })

/**
 * Signs a person in: an opaque token of which only the hash is kept; the oldest beyond ten are ended. Undefined when
 * what was shown is not the person's any more: a sign-in never outlives a reset or an unbinding it raced with.
 */
export async function startSession(context: Context, proof: Proof): Promise<string | undefined> {
  const { userId } = proof
  const { db, source } = context
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { rows } = await sql`
    insert into sessions (user_id, token_hash, source, address_hash, expires_at)
    select id, ${hashOf(token)}::bytea, ${source}, ${addressHash(context)}::bytea,
      now() + make_interval(days => ${SLIDING_DAYS})
    from users where id = ${userId} and cancelled_at is null and ${stillHolds(proof)}
    for share
    returning id`.execute(db)
  if (rows.length === 0) return undefined
  await sql`update sessions set ended_at = now() where id in (
    select id from sessions where user_id = ${userId} and ended_at is null
    order by last_at desc, id desc offset ${MOST_PER_USER})`.execute(db)
  return token
}

const stillHolds = (proof: Proof) =>
  'passwordHash' in proof
    ? sql`password_hash = ${proof.passwordHash}`
    : sql`exists (select from identities i where i.id = ${proof.identityId} and i.user_id = users.id)`

/** Who is asking. Throws 2004 without a token, 2005 expired, 2006 not ours, 2007 ended. */
export async function findCaller(db: Db, authorization: string | undefined): Promise<Caller> {
  const token = /^Bearer (\S{1,200})$/.exec(authorization ?? '')?.[1]
  if (!token) throw signInOver(CODE.noToken)
  const known = cache.get(token)
  if (known && known.until > performance.now()) return known
  cache.delete(token)
  const caller = await readSession(db, token)
  if (cache.size >= CACHE_MOST) cache.clear()
  cache.set(token, { ...caller, until: performance.now() + CACHE_MS })
  return caller
}

export async function endSession(db: Db, sessionId: number): Promise<void> {
  forgetCached((found) => found.sessionId === sessionId)
  await db.updateTable('sessions').set({ ended_at: sql<string>`now()` }).where('id', '=', sessionId).execute()
}

/** After a new password every other sign-in of the person is over; `but` is the one that stays. */
export async function endAllSessions(db: Db, userId: number, but = 0): Promise<void> {
  forgetCached((found) => found.userId === userId && found.sessionId !== but)
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('id', '<>', but)
    .where('ended_at', 'is', null)
    .execute()
}

/** The caller's sign-ins, the newest used first; never more than ten. */
export async function listSessions({ db, caller }: UserContext) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'source', 'last_at'])
    .where('user_id', '=', caller.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const sessions = rows.map(({ id, source, last_at }) => ({
    id: String(id),
    source,
    last_at: last_at.slice(0, 19),
    current: id === caller.sessionId ? (1 as const) : (0 as const),
  }))
  return { sessions }
}

/** Ends one of the caller's sign-ins, or without an id every other one. */
export async function endOwnSession({ db, caller }: UserContext, { session_id }: Parsed<'endSession'>) {
  if (session_id === undefined) {
    await endAllSessions(db, caller.userId, caller.sessionId)
    return {}
  }
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', Number(session_id))
    .where('user_id', '=', caller.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw missing()
  await endSession(db, row.id)
  return {}
}

/** Which version of the agreement the person ticked, and when (decisions 4). */
export async function rememberAgreement(db: Db, userId: number, version: string | undefined): Promise<void> {
  if (!version) return
  await db
    .updateTable('users')
    .set({ agreement_version: version, agreed_at: sql<string>`now()` })
    .where('id', '=', userId)
    .execute()
}

async function readSession(db: Db, token: string): Promise<Caller> {
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'ended_at'])
    .select([
      sql<boolean>`expires_at <= now()`.as('expired'),
      sql<boolean>`last_at < now() - ${sql.lit(SLIDE_EVERY)}::interval`.as('stale'),
    ])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!row) throw signInOver(CODE.tokenInvalid)
  if (row.ended_at) throw signInOver(CODE.tokenEnded)
  if (row.expired) throw signInOver(CODE.tokenExpired)
  if (row.stale) await slide(db, row.id)
  return { userId: row.user_id, sessionId: row.id }
}

async function slide(db: Db, sessionId: number): Promise<void> {
  await sql`update sessions set last_at = now(), expires_at = least(
    now() + make_interval(days => ${SLIDING_DAYS}), created_at + make_interval(days => ${LONGEST_DAYS}))
    where id = ${sessionId}`.execute(db)
}

function forgetCached(matches: (found: Found) => boolean): void {
  for (const [token, found] of cache) if (matches(found)) cache.delete(token)
}

const signInOver = (code: Code): Fail => new Fail(code, TEXT.signInOver)
