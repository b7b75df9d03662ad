import { createHmac } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { sameBytes } from '#contract/bytes.ts'
import { monthsBetween } from '#contract/months.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { MonthKeys } from '#server/platform/db/tables.ts'
import { type Keys, type Lock, locksOf } from '#server/platform/keys/keys.ts'
import { PUBLIC_KEY_BYTES } from './monthKeys.ts'

export type KeptKeys = Selectable<MonthKeys>
/** The facts that the MAC is over. */
type Checked = Pick<KeptKeys, 'first_month' | 'last_month' | 'keys' | 'digest'>
type Kept = { row: KeptKeys; isSound: boolean }
type KeyServices = Pick<Services, 'db' | 'keys'>

/** Somebody wrote the table past us: nothing is to be wrapped for these keys. */
export class MonthKeysBroken extends Error {
  override name = 'MonthKeysBroken'
  constructor() {
    super('the keys of months in the database are not those that were taken')
  }
}

/**
 * The keys that were taken, and whether they are still those; undefined where none were. Sound is what the current master key says
 * so of, or while a rotation runs the one that the database belongs to: an older one may be known to others.
 */
export async function findMonthKeys({ db, keys }: KeyServices): Promise<Kept | undefined> {
  const found = await db
    .selectFrom('month_keys')
    .selectAll()
    .select((of) => of.selectFrom('keyring').select('fingerprint').where('key_id', '=', 'master').as('bound'))
    .executeTakeFirst()
  if (!found) return undefined
  const { bound, ...row } = found
  const lock = locksOf(keys).find(({ name }) => name === row.mac_by)
  const mayVouch = lock !== undefined && (lock.fingerprint === keys.fingerprint || lock.fingerprint === bound)
  return { row, isSound: mayVouch && sameBytes(macOf(lock, row), row.mac) }
}

/** The keys that were taken; undefined where none were. Throws where they are not those any more. */
export async function soundMonthKeys(services: KeyServices): Promise<KeptKeys | undefined> {
  const kept = await findMonthKeys(services)
  if (kept && !kept.isSound) throw new MonthKeysBroken()
  return kept?.row
}

/** The months stand in JSON, so that none of these facts reads as a part of another. */
function macOf({ derive }: Pick<Lock, 'derive'>, { first_month, last_month, digest, keys }: Checked): Buffer {
  const told = JSON.stringify(['capsule month keys', 1, first_month, last_month, digest])
  return createHmac('sha256', derive('month keys')).update(`${told}\n`).update(keys).digest()
}

/** The only keys from now on, in place of others where `replacing`; false where there are others and they stay. */
export async function keepMonthKeys(
  { db, keys }: KeyServices,
  taken: Checked,
  { replacing }: { replacing: boolean },
): Promise<boolean> {
  const now = sql<string>`now()`
  const row = { ...taken, mac: macOf(keys, taken), mac_by: keys.name, taken_at: now, proven_at: now }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('month_keys')
    .values(row)
    .onConflict((on) => (replacing ? on.column('id').doUpdateSet(row) : on.column('id').doNothing()))
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The MAC by the current master key, once it was right; false where it was not, and stays as it is. */
export async function remakeMac(db: Tx, keys: Keys): Promise<boolean> {
  const kept = await findMonthKeys({ db, keys })
  if (!kept?.isSound) return kept === undefined
  const { row } = kept
  await db
    .updateTable('month_keys')
    .set({ mac: macOf(keys, row), mac_by: keys.name })
    .where('mac', '=', row.mac)
    .execute()
  return true
}

/** The sheets were put together today, and make the seed. */
export const noteProven = (db: Db): Promise<unknown> =>
  db.updateTable('month_keys').set({ proven_at: sql<string>`now()` }).execute()

/** The key of a month between the first and the last, in bytes of its own. */
export function keyAt({ first_month, keys }: KeptKeys, month: string): Uint8Array {
  const start = monthsBetween(first_month, month) * PUBLIC_KEY_BYTES
  return new Uint8Array(keys.subarray(start, start + PUBLIC_KEY_BYTES))
}
