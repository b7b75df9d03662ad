import { randomInt } from 'node:crypto'
import type { Db } from '#server/context.ts'
import { missing } from '#server/fail.ts'
import { openAccounts } from '#server/wallet/openAccounts.ts'

type New = { nickname?: string; sex?: '' | '0' | '1'; tel?: string; password_hash?: string }

/** One person with three empty balances; runs in the caller's transaction. Throws when the number is taken. */
export async function makePerson(db: Db, { nickname = newNickname(), ...person }: New): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ nickname, ...person })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openAccounts(db, id)
  return id
}

/** The ways in of a person who is still with us; somebody who left is as good as nobody. */
export async function readPerson(db: Db, userId: number) {
  return present(await waysIn(db, userId).executeTakeFirst())
}

/**
 * The same, held until the transaction ends: whoever changes the ways in, or ends them all, comes alone. Rows that
 * merely name the person are not kept waiting.
 */
export async function lockPerson(db: Db, userId: number) {
  return present(await waysIn(db, userId).forNoKeyUpdate().executeTakeFirst())
}

const waysIn = (db: Db, userId: number) =>
  db.selectFrom('users').select(['tel', 'password_hash']).where('id', '=', userId).where('cancelled_at', 'is', null)

function present<T>(person: T | undefined): T {
  if (!person) throw missing()
  return person
}

const newNickname = (): string => `时光旅人${randomInt(10_000, 100_000)}`
