import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/context.ts'
import type { Tables } from '#server/db/tables.ts'

/** Rows that are of no use to anybody any more. They are said where they are written. */
export type Sweep = { from: keyof Tables; when: RawBuilder<boolean> }

const BITE = 5_000

/** Deletes them in bites, so that none holds the database for long, until a bite is not full or the process is to end. */
export const sweeping =
  ({ from, when }: Sweep) =>
  ({ db }: Pick<Services, 'db'>, signal: AbortSignal): Promise<void> =>
    biting(BITE, signal, async () => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(from)} where ctid = any(array(
          select ctid from ${sql.table(from)} where ${when} limit ${BITE} for update skip locked))`.execute(db)
      return Number(numAffectedRows ?? 0)
    })

/** Bites – how many rows each did – until one is not full or the process is to end. */
export async function biting(full: number, signal: AbortSignal, bite: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await bite()) >= full);
}
