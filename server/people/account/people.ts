import { randomInt } from 'node:crypto'
import { missing } from '#server/core/fail.ts'
import { openAccounts } from '#server/people/wallet/openAccounts.ts'
import type { Db } from '#server/platform/db/db.ts'

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
  const person = await db
    .selectFrom('users')
    .select(['tel', 'password_hash'])
    .where('id', '=', userId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw missing()
  return person
}

const newNickname = (): string => `时光旅人${randomInt(10_000, 100_000)}`
