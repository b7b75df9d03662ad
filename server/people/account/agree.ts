import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { AGREEMENT_OTHER, AGREEMENT_VERSION } from '#contract/system.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Somebody who is signed in agrees to the agreements of now, no older ones. */
export async function agree({ db, caller, source }: UserContext, { agreement_version: version }: Parsed<'agree'>) {
  if (version !== AGREEMENT_VERSION) throw refuse(AGREEMENT_OTHER)
  await rememberAgreement(db, { userId: caller.userId, version, source })
  return {}
}

type Agreed = { userId: number; version: string | undefined; source: string }

/**
 * Which version of the agreements the person ticked, when and on what (readings 4): the first time is kept. A closing
 * of the account under way is waited for, and then nothing is kept.
 */
export async function rememberAgreement(db: Db, { userId, version, source }: Agreed): Promise<void> {
  if (!version) return
  await sql`
    insert into consents (user_id, version, source)
    select id, ${version}, ${source} from users where id = ${userId} and cancelled_at is null
    for share
    on conflict do nothing`.execute(db)
}

/** Whether the person `u` has agreed to the agreements of now. */
export const hasAgreed = sql<boolean>`exists (
  select from consents c where c.user_id = u.id and c.version = ${AGREEMENT_VERSION})`
