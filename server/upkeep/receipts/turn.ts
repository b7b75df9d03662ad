import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { LogRow } from './currentLog.ts'
import type { Turn } from './leaves.ts'

export type Taken = LogRow & Turn

/** How long a process that is silent counts as at work. */
const SILENT_SECONDS = 120

/** A statement that takes up the log that goes on, where nobody is at it and the condition holds; `l` is its row. */
export const takingLog = <V extends Record<string, unknown>>(condition: (values: V) => RawBuilder<unknown>) =>
  prepared(
    (values: V) => sql<Taken>`
      update logs l set turn = turn + 1, taken_until = now() + make_interval(secs => ${sql.lit(SILENT_SECONDS)})
      where l.id = (select max(id) from logs) and (l.taken_until is null or l.taken_until < now()) and ${condition(values)}
      returning id, origin, name, place, size, halted, turn`,
  )

/** Ends the turn, whatever became of the work. */
export async function inTurn<T>({ db }: Pick<Services, 'db'>, { id, turn }: Turn, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await db.updateTable('logs').set({ taken_until: null }).where('id', '=', id).where('turn', '=', turn).execute()
  }
}
