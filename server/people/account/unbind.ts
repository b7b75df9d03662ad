import type { Parsed } from '#contract/calls.ts'
import type { Provider } from '#contract/oauth.ts'
import { LAST_WAY, NOT_BOUND, UNBIND } from '#contract/profile.ts'
import { refuse } from '#server/core/fail.ts'
import { refuseUnlessProved } from '#server/people/account/proof/refuseUnlessProved.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { readUser } from './user.ts'

const PROVIDER_OF: Record<number, Provider> = { [UNBIND.wechat]: 'wechat', [UNBIND.weibo]: 'weibo' }

/** Unbinds the telephone number or a platform – never the last way to sign in. */
export async function unbind(context: UserContext, { type }: Parsed<'unbind'>) {
  const { db, caller } = context
  await refuseUnlessProved(context)
  const provider = PROVIDER_OF[type]
  await inTransaction(db, async (db) => {
    const { tel, password_hash } = await lockPerson(db, caller.userId)
    const hasTel = tel !== null && password_hash !== null
    const bound = await db.selectFrom('identities').select('provider').where('user_id', '=', caller.userId).execute()
    if (provider ? !bound.some((one) => one.provider === provider) : !hasTel) throw refuse(NOT_BOUND)
    if (bound.length + (hasTel ? 1 : 0) === 1) throw refuse(LAST_WAY)
    if (provider) await forgetIdentity(db, caller.userId, provider)
    else await forgetTel(db, caller.userId)
  })
  return { user: await readUser(context) }
}

const forgetIdentity = (db: Db, userId: number, provider: Provider) =>
  db.deleteFrom('identities').where('user_id', '=', userId).where('provider', '=', provider).execute()

const forgetTel = (db: Db, userId: number) =>
  db.updateTable('users').set({ tel: null, password_hash: null }).where('id', '=', userId).execute()
