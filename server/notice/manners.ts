import { sql } from 'kysely'
import type { ContactChannel } from '#contract/notice.ts'
import type { Db } from '#server/context.ts'
import { tooManyTries } from '#server/fail.ts'
import type { Keys } from '#server/keys/keys.ts'
import { recipientOf, unboxContact } from './address.ts'

const DAY_SECONDS = 86_400
/** Whoever names them, an address is asked, and told anew by its owner's doing, so often a day. */
export const TOLD_A_DAY = 3

/** How often this address was told in this way today, this time included; undone with the transaction around it. */
export async function countTold(db: Db, what: string, recipient: string): Promise<number> {
  const bucket = `${what} ${recipient}`
  await db.insertInto('tries').values({ bucket }).execute()
  const { rows } = await sql<{ today: number }>`
    select count(*)::int as today from tries
    where bucket = ${bucket} and at > now() - make_interval(secs => ${DAY_SECONDS})`.execute(db)
  return rows[0]!.today
}

/** A correction or a renewal sends at once; nobody's phone is to be rung by it all day. */
export async function refuseTooMany(
  db: Db,
  keys: Keys,
  id: number,
  channel: ContactChannel,
  boxed: string,
): Promise<void> {
  const recipient = recipientOf(keys, unboxContact(keys, id, channel, boxed))
  if ((await countTold(db, 'told anew', recipient)) > TOLD_A_DAY) throw tooManyTries(DAY_SECONDS)
}
