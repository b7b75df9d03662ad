import { type RawBuilder, sql } from 'kysely'
import { ORDER_STATE } from '#contract/pay.ts'
import { missing } from '#server/core/fail.ts'
import type { Db, Tx } from './db.ts'
import { prepared } from './prepared.ts'

/**
 * The one order in which rows are locked, each kind by its id, so that two who want the same never wait for each other
 * (docs/decisions/money.md). Rows that depend on one of these – contents, contacts, messages; sign-ins, calendars – come after it
 * and need no lock of their own.
 */
const ORDER = ['capsules', 'objects', 'orders', 'balances', 'people', 'cases'] as const
type Kind = (typeof ORDER)[number]

/** How far each transaction has come. */
const reached = new WeakMap<Tx, Kind>()

/** Throws a bug when the transaction has locked something later already. */
function goOn(db: Tx, to: Kind): void {
  const from = reached.get(db)
  if (from && ORDER.indexOf(to) < ORDER.indexOf(from))
    throw new Error(`${to} are locked before ${from}, not after them`)
  reached.set(db, to)
}

/**
 * Capsules and drafts, held until the transaction ends; the caller adds which, and whose. Rows that merely name them are
 * kept waiting only when the capsules are `going`.
 */
export function lockCapsules(db: Tx, { going = false } = {}) {
  goOn(db, 'capsules')
  const capsules = db.selectFrom('capsules as c').orderBy('c.id')
  return going ? capsules.forUpdate('c') : capsules.forNoKeyUpdate('c')
}

/**
 * A capsule where `condition` holds, about `c`, its row: held as a part of a statement that is whole by itself; `going` when the
 * statement drops it.
 */
export const heldCapsule = (
  id: number,
  condition: RawBuilder<unknown> = sql`true`,
  { going = false } = {},
): RawBuilder<{ id: number }> =>
  sql`select c.id from capsules c where c.id = ${id} and ${condition} for ${going ? sql`update` : sql`no key update`} of c`

/** Part of a statement, like `heldCapsule`: a person who is still with us, held once there is a row in the table `after`. */
export const heldPerson = (userId: number, after: RawBuilder<unknown>): RawBuilder<{ id: number }> =>
  sql`select u.id from users u where u.id = ${userId} and u.cancelled_at is null and exists (select from ${after})
    for no key update of u`

/**
 * Part of a statement, like `heldCapsule`: these uploads, and those that a capsule names so far, where `condition` holds; `free`
 * are those that no capsule seals and that are nobody's face.
 */
export const heldObjects = (keys: RawBuilder<unknown>, named: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql<{ key: string; free: boolean }>`select o.key, o.sealed_in is null and o.avatar_of is null as free from objects o
    where o.key = any(array(select unnest(${keys}) union all select key from capsule_media where capsule_id = ${named}))
      and ${condition} order by o.key for update of o`

/**
 * Part of a statement, like `heldCapsule`: the balances that the legs name, held in the order of their ids, as they are `after`. An
 * update takes these values and not the row's own: constraints look at a new row first as the statement's snapshot would make it.
 */
export const heldBalances = (legs: RawBuilder<unknown>): RawBuilder<{ id: number; after: number; seq: number }> =>
  sql`select a.id, a.owner_id, a.kind, a.balance + leg.amount as after, a.seq + 1 as seq from accounts a
    join ${legs} leg on a.owner_id = leg.owner_id and a.kind = leg.kind order by a.id for no key update of a`

/** For a statement that holds balances itself: in a transaction it keeps to the order. */
export function goOnToBalances(db: Db): void {
  if (db.isTransaction) goOn(db as Tx, 'balances')
}

/** Uploads, held until the transaction ends; a later statement sees what those who held them before have committed. */
export function lockObjects(db: Tx) {
  goOn(db, 'objects')
  return db.selectFrom('objects as o').select('o.key').orderBy('o.key').forUpdate('o')
}

/** An order, as it is until the transaction ends, and whether its person owes something then; undefined when there is none. */
export async function lockOrder(db: Tx, orderNo: string) {
  goOn(db, 'orders')
  const [order] = await heldOrder(db, { orderNo })
  return order
}

const heldOrder = prepared(({ orderNo }: { orderNo: string }, db) =>
  db
    .selectFrom('orders')
    .select(['id', 'user_id', 'order_no', 'channel', 'state', 'fen', 'count', 'transaction_id', 'give_back'])
    .select(sql<boolean>`exists (select from orders d where d.user_id = orders.user_id and d.owed > 0)`.as('owes'))
    .where('order_no', '=', orderNo)
    .forNoKeyUpdate(),
)

/** The refunded orders of which somebody still owes something, the oldest first. */
export function lockDebts(db: Tx, userId: number) {
  goOn(db, 'orders')
  return db
    .selectFrom('orders')
    .select(['id', 'order_no', 'owed'])
    .where('user_id', '=', userId)
    .where('owed', '>', 0)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** A person's paid orders that were not refunded, held until the transaction ends. */
export function lockPaidOrders(db: Tx, userId: number) {
  goOn(db, 'orders')
  return db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', ORDER_STATE.paid)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** All balances of these people, as they are until the transaction ends. */
export function lockBalances(db: Tx, owners: readonly number[]) {
  goOn(db, 'balances')
  return db
    .selectFrom('accounts')
    .select(['owner_id', 'kind', 'balance'])
    .where('owner_id', 'in', owners)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** A person who is still with us, held until the transaction ends, with their own ways in. Missing once they have left. */
export async function lockPerson(db: Tx, userId: number) {
  const [person] = await lockPeople(db, [userId])
  return person!
}

/** Two different people, in the order of the arguments. */
export async function lockTwo(db: Tx, one: number, other: number) {
  const people = await lockPeople(db, [one, other])
  return [people.find(({ id }) => id === one)!, people.find(({ id }) => id === other)!] as const
}

async function lockPeople(db: Tx, ids: readonly number[]) {
  goOn(db, 'people')
  const people = await db
    .selectFrom('users')
    .select(['id', 'tel', 'password_hash', 'hidden'])
    .where('id', 'in', ids)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (people.length < ids.length) throw missing()
  return people
}

/** A case for operators to decide, as it is until the transaction ends; undefined when there is none. */
export function lockCase(db: Tx, id: number) {
  goOn(db, 'cases')
  return db.selectFrom('cases').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}
