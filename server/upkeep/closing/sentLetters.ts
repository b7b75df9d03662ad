import { sql } from 'kysely'
import { questionsAsked } from '#server/capsules/capsule/capsuleQlist.ts'
import { isForSomebody } from '#server/capsules/receiver/leftLetters.ts'
import type { UserContext } from '#server/platform/context.ts'

/** How many capsules of the caller stay for those they are for when the account is closed, and how many of them ask questions. */
export async function sentLetters({ db, caller, clock }: UserContext) {
  const { rows } = await sql<{ letters: number; asking: number }>`
    select count(*)::int as letters, count(*) filter (where ${questionsAsked(clock.due())} <> '[]'::jsonb)::int as asking
    from capsules c where c.owner_id = ${caller.userId} and ${isForSomebody}`.execute(db)
  return rows[0]!
}
