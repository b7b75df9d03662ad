import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'

type Taken = { given_back?: number; archives?: number }

/** Steps of the end that were begun: purchases given back, and people whose archives are written. */
export async function stepsTaken({ db }: Pick<Services, 'db'>): Promise<Taken> {
  const { rows } = await sql<{ given_back: number; archives: number }>`
    select (select count(*)::int from given_back where done_at is not null) as given_back,
      (select count(*)::int from kept_archives where written_at is not null) as archives`.execute(db)
  const { given_back, archives } = rows[0]!
  return { ...(given_back > 0 && { given_back }), ...(archives > 0 && { archives }) }
}
