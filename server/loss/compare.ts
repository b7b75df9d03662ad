import { sql } from 'kysely'
import type { Db, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Sweep } from '#server/sweep.ts'
import { isIn, type Keeper, makeKeeper, readBeside, type Span } from './beside.ts'
import { grouped } from './grouped.ts'
import { tellWhoLost } from './tell.ts'
import type { Writing, Writings } from './writings.ts'

/** People at once, so that no transaction is long; each is told once of a loss, of all that is missing. */
const BITE = 500
/** Two machines' clocks leave each other by less. */
const APART_MS = 60_000

type Needed = Pick<Services, 'db' | 'keys' | 'media' | 'writings' | 'now' | 'log'>
type Loss = { id: number; from_ms: number; held_ms: number; writings: number | null }

/** Of each process: how it puts, and which losses it has looked at. */
const states = new WeakMap<Writings, { keep?: Keeper; compared: Set<number> }>()
function stateOf(writings: Writings) {
  const state = states.get(writings) ?? { compared: new Set() }
  states.set(writings, state)
  return state
}

/** Puts what this process has acknowledged since beside the witness. */
export async function keepWritings(services: Needed): Promise<void> {
  const state = stateOf(services.writings)
  state.keep ??= makeKeeper(services, await nameOf(services.db))
  const { keep } = state
  await services.writings.passOn((fresh) => keep(fresh, services.now().getTime()))
}

/** Looks what a loss has taken, once for each. */
export async function compareLosses(services: Needed): Promise<void> {
  const { compared } = stateOf(services.writings)
  for (const loss of await recentLosses(services.db)) {
    if (!compared.has(loss.id) && (await compare(services, loss))) compared.add(loss.id)
  }
}

async function nameOf(db: Db): Promise<string> {
  return (await db.selectFrom('clock').select('name').executeTakeFirstOrThrow()).name
}

async function recentLosses(db: Db): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    select id, extract(epoch from from_at)::float8 * 1000 as from_ms, extract(epoch from held_at)::float8 * 1000 as held_ms, writings
    from losses where held_at > now() - interval '1 day' order by id`.execute(db)
  return rows
}

/**
 * Whichever process can: what each of them finds is added up, by those that were there. One that remembers nothing of it goes by
 * what the others have put, while nobody has looked. Whether there is nothing more to find.
 */
async function compare(services: Needed, { id, from_ms, held_ms, writings }: Loss): Promise<boolean> {
  const span = { fromMs: from_ms - APART_MS, untilMs: held_ms }
  const wasThere = services.writings.began <= from_ms
  if (!wasThere && writings !== null) return true
  const own = services.writings.all()
  const remembers = wasThere || own.some(isIn(span))
  const beside = await readBeside(services, await nameOf(services.db), span).catch((err) => {
    services.log.warn({ err }, 'the media store does not say what was acknowledged before the loss: asked again')
    return 'away' as const
  })
  const others = beside === 'away' ? undefined : beside
  if (remembers || others) {
    const missing = await missingOf(services.db, id, candidates([...own, ...(others ?? [])], span))
    const found = await noteMissing(services.db, id, missing)
    if (found > 0) services.log.error({ loss: id, writings: found }, 'acknowledged writings are missing')
  }
  return beside !== 'away'
}

/** Each once, as it was acknowledged last; a draft that was sealed or deleted, even long after, is missing to nobody. */
function candidates(writings: readonly Writing[], span: Span): Writing[] {
  const last = new Map<string, Writing>()
  const within = isIn(span)
  const wanted = writings.filter((writing) => writing.kind === 'gone' || within(writing))
  for (const writing of wanted.sort((a, b) => a.at - b.at)) {
    const { user, kind, id } = writing
    if (kind === 'gone') last.delete(`${user} draft ${id}`)
    else last.set(`${user} ${kind} ${id}`, writing)
  }
  return [...last.values()]
}

type Missing = { user_id: number; kind: string; row_id: string; at: string }

/**
 * Of those whose row is not there, or older than what was acknowledged. Who has closed the account has lost nothing, and what an
 * earlier loss took is its own.
 */
async function missingOf(db: Db, lossId: number, all: readonly Writing[]): Promise<Missing[]> {
  const missing: Missing[] = []
  for (let at = 0; at < all.length; at += 10 * BITE) {
    const asked = all.slice(at, at + 10 * BITE).map(({ user, kind, id, revision, at }) => ({
      ...{ user_id: user, kind, row_id: id, revision },
      at: new Date(at).toISOString(),
    }))
    const { rows } = await sql<Missing>`
      select r.user_id, r.kind, r.row_id, r.at::text as at
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as r (user_id bigint, kind text, row_id text, revision int, at timestamptz)
      where not case
          when r.kind = 'order' then exists (select from orders o where o.order_no = r.row_id and o.user_id = r.user_id)
          when r.kind in ('gift', 'exchange')
            then exists (select from idempotency i where i.user_id = r.user_id and i.key = r.row_id)
          else exists (select from capsules c where c.id = r.row_id::bigint and c.owner_id = r.user_id
            and c.revision >= r.revision) end
        and not exists (select from users u where u.id = r.user_id and u.cancelled_at is not null)
        and not exists (select from lost_writings w where w.loss_id <> ${lossId} and w.user_id = r.user_id
          and w.kind = r.kind and w.row_id = r.row_id and w.at = r.at)
      order by r.user_id`.execute(db)
    missing.push(...rows)
  }
  return missing
}

/** Also that nothing is missing is known now; how many were not noted before. */
async function noteMissing(db: Db, lossId: number, missing: readonly Missing[]): Promise<number> {
  const people = [...grouped(missing, ({ user_id }) => user_id).values()]
  let found = 0
  for (let at = 0; at === 0 || at < people.length; at += BITE)
    found += await inTransaction(db, (db) => noteBite(db, lossId, people.slice(at, at + BITE).flat()))
  return found
}

async function noteBite(db: Db, lossId: number, missing: readonly Missing[]): Promise<number> {
  // Holds the loss, so that two processes do not tell the same people.
  await sql`update losses set writings = coalesce(writings, 0) where id = ${lossId}`.execute(db)
  const { rows: told } = await sql<{ user_id: number }>`
    select distinct user_id from lost_writings where loss_id = ${lossId}`.execute(db)
  const { numAffectedRows } = await sql`
    insert into lost_writings (loss_id, user_id, kind, row_id, at)
    select ${lossId}, user_id, kind, row_id, at from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb)
      as r (user_id bigint, kind text, row_id text, at timestamptz)
    on conflict do nothing`.execute(db)
  const known = new Set(told.map(({ user_id }) => user_id))
  await tellWhoLost(
    db,
    lossId,
    missing.filter(({ user_id }) => !known.has(user_id)),
  )
  await sql`update losses set writings = (select count(*) from lost_writings where loss_id = ${lossId})
    where id = ${lossId}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** People do not ask after three months; the span itself stays. */
export const oldLostWritings: Sweep = { from: 'lost_writings', when: sql`at < now() - interval '90 days'` }
