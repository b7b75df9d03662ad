import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { PROVE_TOO_SOON, PROVE_WRONG } from '#contract/prove.ts'
import { refuse } from '#server/core/fail.ts'
import { identities } from '#server/people/account/proof/identities.ts'
import { takeCode } from '#server/people/captcha/codes.ts'
import type { UserContext } from '#server/platform/context.ts'
import { inHashingTurn } from './hashing.ts'
import { identityOf } from './oauth.ts'
import { refuseUnlessOwnPassword } from './ownPassword.ts'
import { readPerson } from './people.ts'

/** Shows once more that it is the person who asks, for some minutes of this sign-in (readings 9). */
export async function proveAgain(context: UserContext, proof: Parsed<'proveAgain'>) {
  if ('password' in proof) await byPassword(context, proof.password)
  else if ('captcha' in proof) await byCode(context, proof.captcha)
  else await byPlatform(context, proof)
  const { db, caller } = context
  await db.updateTable('sessions').set({ proved_at: sql<string>`now()` }).where('id', '=', caller.sessionId).execute()
  return {}
}

async function byPassword(context: UserContext, password: string): Promise<void> {
  const { userId } = context.caller
  const { password_hash } = await readPerson(context.db, userId)
  if (password_hash === null) throw refuse(PROVE_WRONG)
  await inHashingTurn({ lane: 'own', who: `person ${userId}` }, () =>
    refuseUnlessOwnPassword(context, password, password_hash),
  )
}

async function byCode(context: UserContext, captcha: string): Promise<void> {
  const { tel } = await readPerson(context.db, context.caller.userId)
  if (!tel) throw refuse(PROVE_WRONG)
  await takeCode(context, tel, 'signedIn', captcha)
}

type Returned = Extract<Parsed<'proveAgain'>, { provider: unknown }>

async function byPlatform(context: UserContext, { provider, code, state }: Returned): Promise<void> {
  const { userId } = context.caller
  const { subject } = await identityOf(context, { provider, purpose: 'prove', userId }, { code, state })
  const own = await identities(context.db, userId)
    .where('i.provider', '=', provider)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
  if (!own) throw refuse(PROVE_WRONG)
  if (!own.settled) throw refuse(PROVE_TOO_SOON)
}
