import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { EXPIRES_AT } from './make.ts'

export type ArchiveCounts = {
  waiting: number
  waitingSince: string | null
  oldestSeconds: number
  ready: number
  readyBytes: number
  failed: number
}

/** How many archives are asked for and not ready, since when the oldest waits, and what those are that can be downloaded. */
export async function countArchives({ db }: Pick<Services, 'db'>): Promise<ArchiveCounts> {
  const { rows } = await sql<ArchiveCounts>`
    select count(*) filter (where ready_at is null and failed_at is null)::int as waiting,
      min(created_at) filter (where ready_at is null and failed_at is null) as "waitingSince",
      coalesce(extract(epoch from now() - min(created_at) filter (where ready_at is null and failed_at is null)), 0)::float8 as "oldestSeconds",
      count(*) filter (where ${EXPIRES_AT} > now())::int as ready,
      coalesce(sum(bytes) filter (where ${EXPIRES_AT} > now()), 0)::float8 as "readyBytes",
      count(*) filter (where failed_at is not null)::int as failed
    from archives where ended_at is null and cleared_at is null`.execute(db)
  return rows[0]!
}
