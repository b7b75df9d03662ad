import { sql } from 'kysely'
import { CODE } from '#contract/codes.ts'
import { PROVE_MINUTES, PROVE_NEEDED, type ProofWay } from '#contract/prove.ts'
import { Fail } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { identities } from './identities.ts'

/**
 * Refuses acts that a stolen sign-in must not do, with the ways there are to prove oneself. Signing in just now is a proof too,
 * and the only one for a person with no other way.
 */
export async function refuseUnlessProved(context: UserContext): Promise<void> {
  if (await isProved(context)) return
  throw new Fail(CODE.forbidden, PROVE_NEEDED, { data: { prove: await waysOf(context.db, context.caller.userId) } })
}

export async function isProved({ db, caller }: UserContext): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select(sql<boolean>`proved_at > now() - make_interval(mins => ${PROVE_MINUTES})`.as('proved'))
    .where('id', '=', caller.sessionId)
    .executeTakeFirst()
  return session?.proved ?? false
}

/** How this person can prove themselves. */
export async function waysOf(db: Db, userId: number): Promise<ProofWay[]> {
  const { tel, password_hash } = await db
    .selectFrom('users')
    .select(['tel', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const bound = await identities(db, userId).execute()
  return [
    ...(tel && password_hash ? (['password'] as const) : []),
    ...(tel ? (['captcha'] as const) : []),
    ...bound.filter(({ settled }) => settled).map(({ provider }) => provider),
  ]
}
