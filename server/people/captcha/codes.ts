import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { CAPTCHA_UNSENT, CAPTCHA_WRONG, type WhyNoCode } from '#contract/captcha.ts'
import { CODE_COUNTDOWN_SECONDS, CODE_LENGTH } from '#contract/limits.ts'
import { refuse, refuseAt } from '#server/core/fail.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { sendNow } from '#server/platform/message/sendNow.ts'
import { atGate } from '#server/platform/outside/gates.ts'
import { consume, consumeForAddress } from '#server/platform/rateLimit.ts'
import type { Sweep } from '#server/platform/sweep.ts'
import { type Whose, whoseCodes } from './whose.ts'

/** A code asked for while signed out serves register or resetPwd, never what needs a sign-in, nor the other way (readings 4). */
export type Purpose = 'signedOut' | 'signedIn'

const VALID_MINUTES = 5
const TRIES_PER_CODE = 5
/** Of each asker. */
export const TRIES_PER_TEL = [{ most: 10, seconds: 86_400 }]
const TRIES_PER_ADDRESS = [{ most: 60, seconds: 3_600 }]
/** Of each asker, so that a number gets twenty a day at most. */
const SENDS_PER_TEL = [
  { most: 1, seconds: CODE_COUNTDOWN_SECONDS },
  { most: 5, seconds: 3_600 },
  { most: 10, seconds: 86_400 },
]
const SENDS_PER_ADDRESS = [{ most: 20, seconds: 3_600 }]

/** The bucket for wrong codes of a number; its name ends with the number. */
export const GUESSES: Record<Whose, string> = { stranger: 'code of ', own: 'own code of ' }
const SENDS: Record<Whose, string> = { stranger: 'send to ', own: 'own send to ' }

/** Sends a new code; the answer says nothing of whether the number is known. */
export async function sendCode(context: Context, tel: string, purpose: Purpose): Promise<void> {
  const { config } = context
  if (config.sms === 'off') throw unsent()
  const send = () => sendOne(context, tel, purpose)
  // Before a try is taken: a caller who is not let in has lost none.
  const outcome = await (typeof config.sms === 'string' ? send() : atGate(context, 'sms', send, isSilence))
  if (outcome === 'failed') throw unsent()
}

type Outcome = Awaited<ReturnType<typeof sendNow>>
/** `failed` is what Aliyun says, or no connection, which costs nobody a wait. */
const isSilence = (outcome: Outcome): boolean => outcome === 'unknown'

async function sendOne(context: Context, tel: string, purpose: Purpose): Promise<Outcome> {
  const { db, keys } = context
  await consumeForAddress(context, 'send', SENDS_PER_ADDRESS)
  const whose = await whoseCodes(context, tel)
  await consume(db, SENDS[whose] + tel, SENDS_PER_TEL)
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  await db
    .insertInto('codes')
    .values({
      tel,
      purpose,
      own: whose === 'own',
      code_hash: hashOf(keys, tel, purpose, code),
      expires_at: sql<string>`now() + make_interval(mins => ${VALID_MINUTES})`,
    })
    .execute()
  return sendNow(context, { channel: 'sms', recipient: tel, code })
}

/**
 * Takes the newest code away that was sent for who asks, or refuses. Each guess first takes one of the code's five tries, so that
 * many at once get no more. Guesses at a code that is not there count for the address alone: nobody can keep a number out by them.
 */
export async function takeCode(context: Context, tel: string, purpose: Purpose, code: string): Promise<void> {
  const { db, keys } = context
  await consumeForAddress(context, 'code', TRIES_PER_ADDRESS)
  const whose = await whoseCodes(context, tel)
  const bucket = GUESSES[whose] + tel
  const live = await liveCodes(db, { tel, purpose, whose })
  if (live.length > 0) await consume(db, bucket, TRIES_PER_TEL)
  const hash = hashOf(keys, tel, purpose, code)
  const right = live.find(({ code_hash }) => timingSafeEqual(code_hash, hash))
  if (!right) throw refuseAt('captcha', CAPTCHA_WRONG)
  const taken = await sql`
    with used as (update codes set used_at = now() where id = ${right.id} and used_at is null returning id),
    given_back as (delete from tries where bucket = ${bucket} and exists (select from used))
    select id from used`.execute(db)
  if (taken.rows.length === 0) throw refuseAt('captcha', CAPTCHA_WRONG)
}

type Live = { id: number; code_hash: Buffer }
type CodeRequest = { tel: string; purpose: Purpose; whose: Whose }

/**
 * The newest code that was sent for who asks, with a try taken of it. For the number's person the newest that strangers have asked
 * for as well: it came to the same telephone. That takes none of its tries, so that these stay the strangers'.
 */
async function liveCodes(db: Db, { tel, purpose, whose }: CodeRequest): Promise<Live[]> {
  const own = whose === 'own'
  const newest = (own: boolean) => sql`id = (select id from codes
      where tel = ${tel} and purpose = ${purpose} and own = ${own} order by created_at desc, id desc limit 1)
    and used_at is null and wrong < ${TRIES_PER_CODE} and expires_at > now()`
  const { rows } = await sql<Live>`
    with guessed as (update codes set wrong = wrong + 1 where ${newest(own)} returning id, code_hash)
    select id, code_hash from guessed
    union all select id, code_hash from codes where ${own}::boolean and ${newest(false)}`.execute(db)
  return rows
}

const unsent = () => refuse(CAPTCHA_UNSENT, { why: 'unsent' satisfies WhyNoCode })

const hashOf = (keys: Keys, tel: string, purpose: Purpose, code: string): Buffer =>
  keys.hmac('code', `${purpose}:${tel}:${code}`)

export const oldCodes: Sweep = { from: 'codes', when: sql`created_at < now() - interval '2 days'` }
