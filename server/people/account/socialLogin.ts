import { OAUTH_OVER, PROVIDER_NAME, type Provider } from '#contract/oauth.ts'
import { whyNotNickname } from '#contract/profile.ts'
import { isTaken, refuse } from '#server/core/fail.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { refuseEnded } from '#server/platform/ending.ts'
import { moderate } from '#server/platform/moderation/moderate.ts'
import { GateShut } from '#server/platform/outside/gates.ts'
import type { Identity } from '#server/platform/outside/platform.ts'
import { identityOf, type Returned } from './oauth.ts'
import { makePerson } from './people.ts'
import { startSession } from './sessions.ts'

type Known = { id: number; user_id: number }

/** Signs in with an account at a platform; the first time it makes an account, without a telephone number. */
export function socialLogin(provider: Provider) {
  return async (context: Context, input: Returned & { agreement_version?: string }) => {
    const identity = await identityOf(context, { provider, purpose: 'login', userId: null }, input)
    const known = (await find(context.db, provider, identity)) ?? (await makeSocialUser(context, provider, identity))
    const { agreement_version } = input
    const token = await startSession(context, { userId: known.user_id, identityId: known.id, agreement_version })
    if (!token) throw refuse(OAUTH_OVER)
    return { token }
  }
}

/** A binding's name on pages: the name at the platform, or a general one where the platform gives none. */
export const shownName = (provider: Provider, { nickname }: Identity): string =>
  nickname || `${PROVIDER_NAME[provider]}用户`

const find = (db: Db, provider: Provider, { subject }: Identity): Promise<Known | undefined> =>
  db
    .selectFrom('identities')
    .select(['id', 'user_id'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** The name at the platform, unless it cannot be shown here: then the person gets one of ours, and may change it. */
async function shownHere(context: Context, name: string): Promise<string | undefined> {
  if (whyNotNickname(name)) return undefined
  const seen = { texts: [{ scene: 'nickname' as const, text: name }], pictures: [] }
  const found = await moderate(context, seen).catch((error: unknown) => {
    // A person who has come so far is not sent away because of a name.
    if (!(error instanceof GateShut)) throw error
  })
  return found?.verdict === 'passed' ? name : undefined
}

/** Two first sign-ins at once make one account: the second finds what the first one made. */
async function makeSocialUser(context: Context, provider: Provider, identity: Identity): Promise<Known> {
  await refuseEnded(context, 'accounts')
  const { db } = context
  const nickname = await shownHere(context, identity.nickname)
  try {
    return await inTransaction(db, async (db) => {
      const userId = await makePerson(db, { nickname, sex: identity.sex })
      return db
        .insertInto('identities')
        .values({ user_id: userId, provider, subject: identity.subject, nickname: shownName(provider, identity) })
        .returning(['id', 'user_id'])
        .executeTakeFirstOrThrow()
    })
  } catch (error) {
    if (!isTaken(error, 'identities_provider_subject_key')) throw error
    const known = await find(db, provider, identity)
    if (!known) throw refuse(OAUTH_OVER)
    return known
  }
}
