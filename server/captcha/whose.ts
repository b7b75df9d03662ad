import type { Context, Db, UserContext } from '#server/context.ts'
import { deviceOf } from '#server/proof/devices.ts'

/**
 * Who asks for a number's codes, and guesses at them: its person – signed in, or on a device they have signed in on – or anybody else.
 * Each has codes and counters of their own, so that strangers take nothing from the person (decision 042).
 */
export type Whose = 'own' | 'stranger'

/** Nobody is looked for where there is neither a sign-in nor a device; known and unknown numbers are the same work. */
export async function whoseCodes(context: Context & Partial<UserContext>, tel: string): Promise<Whose> {
  const { db, caller } = context
  const find = () => findByTel(db, tel)
  if (caller && (await find())?.id === caller.userId) return 'own'
  return (await deviceOf(context, 'person', find)) === undefined ? 'stranger' : 'own'
}

/** Whose number it is. */
export const findByTel = (db: Db, tel: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('tel', '=', tel)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
