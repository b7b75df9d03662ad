import { sql } from 'kysely'
import { TRIES_PER_TEL as CODE_TRIES_PER_TEL, GUESSES } from '#server/people/captcha/codes.ts'
import { tell } from '#server/people/inbox/tell.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { fullBuckets } from '#server/platform/rateLimit.ts'
import { STRANGERS, TRIES_PER_TEL } from './login.ts'

/** Buckets that strangers can use up, and the message to the person about each. */
const TOLD = [
  {
    counts: STRANGERS,
    limits: TRIES_PER_TEL,
    text: '有人多次输错密码，想登录你的账号，这些尝试已被拦下。你登录过的设备不受影响。如果担心，可以修改密码，换一个别人猜不到的。',
  },
  {
    counts: GUESSES.stranger,
    limits: CODE_TRIES_PER_TEL,
    text: '有人多次输错你手机号的验证码，这些尝试已被拦下。你登录过的设备不受影响。请不要把验证码告诉任何人。',
  },
]

/**
 * Tells people whose guesses strangers have used up, once a day at most. A job does it, not the guess: work for a number that
 * somebody has would show in the time it takes.
 */
export async function notifyFailedLogins({ db }: Pick<Services, 'db'>): Promise<void> {
  for (const { counts, limits, text } of TOLD) await tellAll(db, await fullBuckets(db, counts, limits), text)
}

async function tellAll(db: Db, tels: readonly string[], text: string): Promise<void> {
  if (tels.length === 0) return
  await inTransaction(db, async (db) => {
    const people = await db
      .updateTable('users')
      .set({ guesses_told_at: sql<string>`now()` })
      .where(sql<boolean>`tel = any(${tels}::text[])`)
      .where('cancelled_at', 'is', null)
      .where(sql<boolean>`coalesce(guesses_told_at < now() - interval '1 day', true)`)
      .returning('id')
      .execute()
    for (const { id } of people) await tell(db, { userId: id, kind: 'signIn', text, to: ['sessions'] })
  })
}
