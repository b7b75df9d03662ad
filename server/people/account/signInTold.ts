import { sql } from 'kysely'
import { SOURCE_NAME } from '#contract/prove.ts'
import { formatChina, momentText } from '#contract/time.ts'
import { tell } from '#server/people/inbox/tell.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { queue } from '#server/platform/message/queue.ts'

type SignIn = { userId: number; sessionId: number; address: Buffer }

/** Tells a person of a sign-in from where they have never signed in: in the inbox, and by SMS when they want that. */
export async function tellOfSignIn({ db, source, now }: Context, signIn: SignIn): Promise<void> {
  if (!(await isFromElsewhere(db, signIn))) return
  const { userId, sessionId } = signIn
  const device = SOURCE_NAME[source] ?? SOURCE_NAME.h5
  const text = `你的账号于 ${momentText(formatChina(now()))} 在新的地方登录（${device}）。如果不是你，请退出它并修改密码。`
  await tell(db, { userId, kind: 'signIn', text, to: ['sessions'] })
  const wants = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('notify_sign_in', '=', 1)
    .where('tel', 'is not', null)
    .executeTakeFirst()
  if (wants)
    await queue(db, [{ channel: 'sms', template: 'signIn', occasion: `sign-in ${sessionId}`, user_id: userId }])
}

/** Of the sign-ins that are remembered – a month after they end – none was from this network; the first one of all is no news. */
async function isFromElsewhere(db: Db, { userId, sessionId, address }: SignIn): Promise<boolean> {
  const { rows } = await sql<{ before: boolean; here: boolean }>`
    select count(*) > 0 as before, coalesce(bool_or(address_hash = ${address}::bytea), false) as here
    from sessions where user_id = ${userId} and id <> ${sessionId}`.execute(db)
  return rows[0]!.before && !rows[0]!.here
}
