import { sql } from 'kysely'
import { CONTACT_CHANNELS, type ContactChannel, nextReminder } from '#contract/notice.ts'
import { isDatabaseAway } from '#server/core/fail.ts'
import { doubtSince } from '#server/platform/clock/losses.ts'
import { ASIDE_MINUTES } from '#server/platform/clock/waits.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { addressHash } from '#server/platform/message/recipient.ts'
import { decryptContact } from './address.ts'
import { confirmTokenOf, tokenHash, unsealTokenOf } from './link.ts'
import { type Notice, queueNotices } from './queue.ts'

/** While a batch is planned, a request to open one of its capsules waits: some tenths of a second. */
const BATCH = 500
/** Each notice lets its link live on for so long. */
export const LINK_DAYS = 90

type PlanServices = Pick<Services, 'db' | 'keys' | 'clock' | 'log'>
/** `due`: the moment up to which it could be due, by a clock that can be trusted. */
type Due = {
  id: number
  round: number
  open_ms: number
  due: string
  due_ms: number
  tel: string | null
  doubt_from: string | null
}
type ContactRow = { capsule_id: number; channel: ContactChannel; generation: number; address: string }

/**
 * Writes down what has to be said of every capsule whose moment has come, by the database's clock; how many there were.
 * A capsule stays due until what it needs is committed, so a process that dies in between loses nothing.
 */
export async function planDue(services: PlanServices, signal?: AbortSignal): Promise<number> {
  let planned = 0
  for (let more = true; more && !signal?.aborted; ) {
    const found = await planBatch(services, BATCH).catch(() => planOneByOne(services))
    planned += found
    more = found === BATCH
  }
  return planned
}

/** One bad row must not keep the rest from being told. */
async function planOneByOne(services: PlanServices): Promise<number> {
  const { db, clock } = services
  const { rows } = await sql<{ id: number }>`
    select id from capsules where notice_at <= now() and notice_at <= ${clock.dueToSend()}
    order by notice_at, id limit ${BATCH}`.execute(db)
  for (const { id } of rows) await planBatch(services, 1, id).catch((err) => setAside(services, id, err))
  return rows.length
}

/** Puts a failing capsule off for a while; one that only got in another's way is found again by itself. */
async function setAside({ db, clock, log }: PlanServices, id: number, err: unknown): Promise<void> {
  if (isDatabaseAway(err)) throw err
  log.error({ err, capsule: id }, 'a capsule could not be planned for')
  // From a moment that can be trusted: in a pause that is held now may be weeks off.
  await sql`update capsules set notice_at = greatest(notice_at, ${clock.dueToSend()}) + make_interval(mins => ${ASIDE_MINUTES})
    where id = ${id} and notice_at <= now()`.execute(db)
}

const planBatch = ({ db, keys, clock, log }: PlanServices, most: number, id?: number): Promise<number> =>
  inTransaction(db, async (db) => {
    const { rows: due } = await sql<Due>`
      select c.id, c.notice_round as round, extract(epoch from c.open_time)::float8 * 1000 as open_ms,
        d.due::text as due, extract(epoch from d.due)::float8 * 1000 as due_ms, u.tel,
        ${doubtSince(sql`c.notice_at`)} as doubt_from
      from (select ${clock.dueToSend()} as due) d, capsules c join users u on u.id = c.owner_id
      where c.notice_at <= now() and c.notice_at <= d.due and ${id === undefined ? sql`true` : sql`c.id = ${id}`}
      order by c.notice_at, c.id limit ${most} for update of c skip locked`.execute(db)
    if (due.length === 0) return 0
    const plans = await plannedFor({ db, keys, log }, due)
    await queueNotices(
      db,
      plans.flatMap(({ notices }) => notices),
      { from: due[0]!.due },
    )
    await openLinks(
      db,
      keys,
      plans.flatMap(({ contacts }) => contacts),
    )
    await setNext(db, due)
    return due.length
  })

type Planned = { notices: Notice[]; contacts: ContactRow[] }

async function plannedFor(
  { db, keys, log }: Pick<PlanServices, 'db' | 'keys' | 'log'>,
  due: Due[],
): Promise<Planned[]> {
  const contacts = await reachable(
    db,
    due.map(({ id }) => id),
  )
  return due.map(({ id, round, tel, doubt_from }) => {
    const own = contacts.filter((row) => row.capsule_id === id)
    const notices = own.map(({ channel, generation }) => openNotice(id, channel, round, generation))
    // An owner who is the capsule's own contact by the same number is told once, with the link.
    const isOwner = own.some((row) => row.channel === 'tel' && telOf(keys, row, log) === tel)
    const owner: Notice = { capsuleId: id, contact: 'owner', occasion: `open ${round}`, template: 'openOwner' }
    const said = tel && !isOwner ? [owner, ...notices] : notices
    return { notices: said.map((notice) => ({ ...notice, doubt_from })), contacts: own }
  })
}

export const openNotice = (capsuleId: number, contact: ContactChannel, round: number, generation: number): Notice => ({
  capsuleId,
  contact,
  occasion: `open ${round} ${generation}`,
  template: 'open',
})

function telOf(keys: Services['keys'], { capsule_id, channel, address }: ContactRow, log: Services['log']) {
  try {
    return decryptContact(keys, capsule_id, channel, address)
  } catch (err) {
    log.error({ err, capsule: capsule_id }, 'a contact cannot be read')
    return undefined
  }
}

/** Contacts that were not refused by their provider, whose people have not said that they want no more. */
async function reachable(db: Db, ids: number[]): Promise<ContactRow[]> {
  return db
    .selectFrom('capsule_contacts as k')
    .select(['k.capsule_id', 'k.channel', 'k.generation', 'k.address'])
    .where('k.capsule_id', 'in', ids)
    .where('k.channel', 'in', CONTACT_CHANNELS)
    .where('k.bounced_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('unwilling as n').select('n.at').whereRef('n.address_hash', '=', 'k.address_hash'))),
    )
    .orderBy('k.capsule_id')
    .orderBy('k.channel')
    .execute()
}

/** Lets their links in, from now on for 90 days; each reminder starts the 90 days anew. */
export async function openLinks(db: Db, keys: Services['keys'], contacts: readonly ContactRow[]): Promise<void> {
  if (contacts.length === 0) return
  const rows = contacts.map((row) => {
    const slot = { capsuleId: row.capsule_id, channel: row.channel, generation: row.generation }
    return {
      capsule_id: row.capsule_id,
      channel: row.channel,
      token: tokenHash(unsealTokenOf(keys, slot)).toString('hex'),
      // Letters say where one wants no more, by the same generation.
      confirm: tokenHash(confirmTokenOf(keys, slot)).toString('hex'),
      address: hashOrNothing(keys, row),
    }
  })
  await sql`
    update capsule_contacts k set token_hash = decode(r.token, 'hex'), confirm_hash = decode(r.confirm, 'hex'),
      address_hash = coalesce(k.address_hash, decode(r.address, 'hex')),
      valid_until = now() + make_interval(days => ${LINK_DAYS})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (capsule_id bigint, channel text, token text, confirm text, address text)
    where k.capsule_id = r.capsule_id and k.channel = r.channel`.execute(db)
}

function hashOrNothing(keys: Services['keys'], { capsule_id, channel, address }: ContactRow): string | null {
  try {
    return addressHash(keys, decryptContact(keys, capsule_id, channel, address)).toString('hex')
  } catch {
    return null
  }
}

/** Days that were missed are not made up for: the next time is one that is still to come. */
async function setNext(db: Db, due: Due[]): Promise<void> {
  const rows = due.map(({ id, open_ms, due_ms }) => ({
    id,
    next: nextReminder(new Date(open_ms), new Date(due_ms)).toISOString(),
  }))
  await sql`
    update capsules c set notice_round = c.notice_round + 1, notice_at = r.next
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, next timestamptz)
    where c.id = r.id`.execute(db)
}
