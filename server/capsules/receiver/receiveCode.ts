import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { CAPTCHA_WRONG } from '#contract/captcha.ts'
import { CODE_COUNTDOWN_SECONDS, CODE_LENGTH } from '#contract/limits.ts'
import { TAKEN, TO_ONESELF } from '#contract/receiver.ts'
import { decryptWay, isBlockedAt } from '#server/capsules/notice/receiverAddress.ts'
import { refuse, refuseAt } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { sendNow } from '#server/platform/message/sendNow.ts'
import { consume, LASTING } from '#server/platform/rateLimit.ts'
import type { Sweep } from '#server/platform/sweep.ts'
import { isOwnAddress } from './ownAddress.ts'
import { findWaiting, type WaitingRow } from './waitingCapsule.ts'

const VALID_MINUTES = 5
const TRIES = 5
/** To the address behind one token; in all so few that four digits are not guessed in years. */
const SENDS = [
  { most: 1, seconds: CODE_COUNTDOWN_SECONDS },
  { most: 5, seconds: 86_400 },
  { most: 20, seconds: 10 * 365 * 86_400 },
]

/** Sends a code to the address that its sender gave, by which the caller shows that it is theirs. One that wants nothing answers alike. */
export async function receiveCode(context: UserContext, { token }: Parsed<'receiveCode'>) {
  const { db, keys, caller } = context
  const row = await findWaiting(context, token)
  if (row.owner_id === caller.userId) throw refuse(TO_ONESELF)
  if (row.received_by !== null || row.address === null) throw refuse(TAKEN)
  await consume(db, `${LASTING}codes of ${row.id} ${row.generation}`, SENDS)
  if (await isUnwilling(context, row)) return {}
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  await sql`
    insert into receive_codes (capsule_id, user_id, code_hash, expires_at)
    values (${row.id}, ${caller.userId}, ${hashOf(keys, row, caller.userId, code)}, now() + make_interval(mins => ${VALID_MINUTES}))
    on conflict (capsule_id, user_id) do update set code_hash = excluded.code_hash, wrong = 0, expires_at = excluded.expires_at`.execute(
    db,
  )
  const channel = row.way === 'tel' ? 'sms' : 'email'
  await sendNow(context, { channel, recipient: decryptWay(keys, row.id, row.address), code })
  return {}
}

/** Refuses unless the capsule was handed over, or waits at the caller's own number, or the code shows that its address is theirs. */
export async function refuseUnlessTheirs(context: UserContext, row: WaitingRow, code: string | undefined) {
  if (row.address === null || (await isOwnAddress(context, row))) return
  if (code === undefined || !(await takeCode(context, row, code))) throw refuseAt('captcha', CAPTCHA_WRONG)
}

/** Each guess first takes one of the code's tries, so that many at once get no more; a right one takes the code away. */
async function takeCode({ db, keys, caller }: UserContext, row: WaitingRow, code: string): Promise<boolean> {
  const { rows } = await sql<{ right: boolean }>`
    update receive_codes set wrong = wrong + 1
    where capsule_id = ${row.id} and user_id = ${caller.userId} and wrong < ${TRIES} and expires_at > now()
    returning code_hash = ${hashOf(keys, row, caller.userId, code)}::bytea as right`.execute(db)
  if (!rows[0]?.right) return false
  const { numDeletedRows } = await db
    .deleteFrom('receive_codes')
    .where('capsule_id', '=', row.id)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function isUnwilling(
  { db, keys }: UserContext,
  { id, owner_id, way, address, silent }: WaitingRow,
): Promise<boolean> {
  if (silent) return true
  return way === 'tel' && isBlockedAt(db, { tel: decryptWay(keys, id, address!), senderId: owner_id })
}

/** For one asker and one handing over: a code of before another address was given is worth nothing. */
const hashOf = (keys: Keys, { id, generation }: WaitingRow, userId: number, code: string): Buffer =>
  keys.hmac('code', `receive:${id}:${generation}:${userId}:${code}`)

export const oldReceiveCodes: Sweep = { from: 'receive_codes', when: sql`expires_at < now() - interval '1 day'` }
