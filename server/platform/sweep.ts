import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/**
 * Rows that are of no use to anybody any more. Declared where they are written. `wanted`: somebody might still want them
 * if the clock were wrong, so they go only while it erases.
 */
export type Sweep = { from: keyof Tables; when: RawBuilder<boolean>; wanted?: true }

const BITE = 5_000

/** Deletes such rows in bites, so that none holds the database for long, until a bite is not full or the process is to end. */
export const sweeping =
  ({ from, when, wanted }: Sweep) =>
  ({ db, clock }: Pick<Services, 'db' | 'clock'>, signal: AbortSignal): Promise<void> =>
    biting(BITE, signal, async () => {
      const over = wanted ? sql`${when} and ${clock.erases()}` : when
      const { numAffectedRows } = await sql`
        delete from ${sql.table(from)} where ctid = any(array(
          select ctid from ${sql.table(from)} where ${over} limit ${BITE} for update skip locked))`.execute(db)
      return Number(numAffectedRows ?? 0)
    })

/** Bites – how many rows each did – until one is not full or the process is to end. */
export async function biting(full: number, signal: AbortSignal, bite: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await bite()) >= full);
}
