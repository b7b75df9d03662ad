import { boundAlready, boundElsewhere, type Provider } from '#contract/oauth.ts'
import { isTaken, refuse } from '#server/core/fail.ts'
import { refuseUnlessProved } from '#server/people/account/proof/refuseUnlessProved.ts'
import type { UserContext } from '#server/platform/context.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { identityOf, type Returned } from './oauth.ts'
import { shownName } from './socialLogin.ts'
import { readUser } from './user.ts'

/** Binds an account at a platform. One that somebody else has is never taken over, and nothing is merged. */
export function bind(provider: Provider) {
  return async (context: UserContext, input: Returned) => {
    const { db, caller } = context
    await refuseUnlessProved(context)
    const identity = await identityOf(context, { provider, purpose: 'bind', userId: caller.userId }, input)
    const { subject } = identity
    try {
      await inTransaction(db, async (db) => {
        await lockPerson(db, caller.userId)
        await db
          .insertInto('identities')
          .values({ user_id: caller.userId, provider, subject, nickname: shownName(provider, identity) })
          .execute()
      })
    } catch (error) {
      if (isTaken(error, 'identities_user_id_provider_key')) throw refuse(boundAlready(provider))
      if (isTaken(error, 'identities_provider_subject_key')) throw refuse(boundElsewhere(provider))
      throw error
    }
    return { user: await readUser(context) }
  }
}
