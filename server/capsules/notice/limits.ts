import { sql } from 'kysely'
import type { ContactChannel } from '#contract/notice.ts'
import { tooManyTries } from '#server/core/fail.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { recipientOf } from '#server/platform/message/recipient.ts'
import { decryptContact } from './address.ts'

const DAY_SECONDS = 86_400
/** How often a day an address is asked, by however many owners, and told anew by its owner's doing. */
const NOTICES_A_DAY = 3

/** How often each was told in this way today, this time included; undone with the transaction around it. */
async function countToday(db: Db, what: string, told: readonly string[]): Promise<Map<string, number>> {
  if (told.length === 0) return new Map()
  const bucketOf = (one: string) => `${what} ${one}`
  await db
    .insertInto('tries')
    .values(told.map((one) => ({ bucket: bucketOf(one) })))
    .execute()
  const rows = await db
    .selectFrom('tries')
    .select(['bucket', sql<number>`count(*)::int`.as('today')])
    .where('bucket', 'in', told.map(bucketOf))
    .where('at', '>', sql<string>`now() - make_interval(secs => ${DAY_SECONDS})`)
    .groupBy('bucket')
    .execute()
  const today = new Map(rows.map(({ bucket, today }) => [bucket, today]))
  return new Map(told.map((one) => [one, today.get(bucketOf(one)) ?? 0]))
}

/** For how many days each address has to wait to be asked: one that many name is asked a few times a day. */
export async function daysToAsk(db: Db, hashes: readonly string[]): Promise<Map<string, number>> {
  const today = await countToday(db, 'asked', hashes)
  return new Map([...today].map(([hash, count]) => [hash, Math.max(0, count - NOTICES_A_DAY)]))
}

/** Of one sender to one address, until it has answered. */
const CARDS_UNANSWERED = 3

/** For how many days the next card of `bucket` has to wait, which counts it: one a day. Undefined after the third that nobody answered. */
export async function daysToCard(db: Db, bucket: string): Promise<number | undefined> {
  const { rows } = await sql<{ wait: number }>`
    with before as (select count(*) as many, max(at) as last from tries where bucket = ${bucket}), wait as (
      select coalesce(greatest(0, ceil(extract(epoch from last + interval '1 day' - now()) / 86400)), 0)::int as days
      from before where many < ${CARDS_UNANSWERED}
    ), counted as (insert into tries (bucket, at) select ${bucket}, now() + make_interval(days => days) from wait)
    select days as wait from wait`.execute(db)
  return rows[0]?.wait
}

/** A correction or a renewal sends at once; nobody's phone is to be rung by it all day. */
export async function refuseTooMany(
  db: Db,
  keys: Keys,
  id: number,
  channel: ContactChannel,
  boxed: string,
): Promise<void> {
  const recipient = recipientOf(keys, decryptContact(keys, id, channel, boxed))
  const today = await countToday(db, 'told anew', [recipient])
  if ((today.get(recipient) ?? 0) > NOTICES_A_DAY) throw tooManyTries(DAY_SECONDS)
}
