import { sql } from 'kysely'
import { overdueBefore } from '#contract/review.ts'
import type { Services } from '#server/platform/context.ts'

/** Applications still to be decided, and how many of them are older than five working days. */
export async function countApplications({ db, now, clock }: Pick<Services, 'db' | 'now' | 'clock'>) {
  const { rows } = await sql<{ waiting: number; overdue: number }>`
    select count(*) as waiting, count(*) filter (where a.created_at < ${overdueBefore(now())}) as overdue
    from applications a join capsules c on c.id = a.capsule_id
    where a.closed_at is null and c.open_time > ${clock.due()}`.execute(db)
  return rows[0]!
}

/** The alarm in the log, for the people who run the site (specification 9: a reply within 5 working days). */
export async function warnOverdue(services: Pick<Services, 'db' | 'now' | 'log' | 'clock'>): Promise<void> {
  const counts = await countApplications(services)
  if (counts.overdue > 0) services.log.error(counts, 'applications have waited for more than five working days')
}
