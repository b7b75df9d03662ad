import { deviceOf } from '#server/people/account/proof/devices.ts'
import type { Context, UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Who asks for a number's codes, and guesses at them: its person – signed in, or on a device they have signed in on – or anybody
 * else. Both have codes and counters of their own, so that strangers take nothing from the person (docs/decisions/guesses.md).
 */
export type Whose = 'own' | 'stranger'

/** The database is not asked where there is neither a sign-in nor a device; known and unknown numbers are the same work. */
export async function whoseCodes(context: Context & Partial<UserContext>, tel: string): Promise<Whose> {
  const { db, caller } = context
  const find = () => findByTel(db, tel)
  if (caller && (await find())?.id === caller.userId) return 'own'
  return (await deviceOf(context, 'person', find)) === undefined ? 'stranger' : 'own'
}

/** The person with this number. */
export const findByTel = (db: Db, tel: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('tel', '=', tel)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
