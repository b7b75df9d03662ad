import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { BINDING_COLUMNS, bindingOf } from '#server/platform/keys/binding.ts'
import { type Envelope, rewrap } from '#server/platform/keys/envelope.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { type ContentRow, headOf, readContent } from './stored.ts'

/** Contents may be megabytes, and are read for their heads. */
const BITE = 20

/**
 * Brings what older versions locked to today's lock, around the same bytes. One that does not open keeps no other
 * waiting; it is said, and stays as it is.
 */
export async function renewEnvelopes(services: Services, signal: AbortSignal): Promise<void> {
  let after = 0
  while (!signal.aborted) {
    const last = await inTransaction(services.db, (db) => renewSome({ ...services, db }, after))
    if (last === undefined) return
    after = last
  }
}

/** The last id of the next few; undefined when there was none. */
async function renewSome(services: Services & { db: Tx }, after: number): Promise<number | undefined> {
  const rows = await lockCapsules(services.db)
    .innerJoin('capsule_contents as k', 'k.capsule_id', 'c.id')
    .select([...BINDING_COLUMNS, 'k.envelope', 'k.sealed'])
    .where(sql<string>`k.envelope ->> 'v'`, '=', sql.lit('1'))
    .where('k.capsule_id', '>', after)
    .limit(BITE)
    // A process that writes one just now writes today's envelope anyway.
    .skipLocked()
    .execute()
  for (const row of rows) {
    const today = renew(services, row)
    if (!today) continue
    await services.db
      .updateTable('capsule_contents')
      .set(today)
      .where('capsule_id', '=', row.id)
      // The row as read may be older than the lock: a process that held the capsule before has written today's by then.
      .where(sql<string>`envelope ->> 'v'`, '=', '1')
      .execute()
  }
  return rows.at(-1)?.id
}

/** A row with today's lock, which is written where it was an older one. Throws when it does not open. */
export async function renewedRow<Row extends ContentRow>(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  row: Row,
): Promise<Row> {
  if ((row.envelope as Envelope | null)?.v !== 1) return row
  const today = renewed(keys, row)
  await db
    .updateTable('capsule_contents')
    .set(today)
    .where('capsule_id', '=', row.id)
    .where(sql<string>`envelope ->> 'v'`, '=', '1')
    .execute()
  return { ...row, envelope: JSON.parse(today.envelope) }
}

/** A row as it is locked today. Throws when it does not open. */
export function renewed(keys: Keys, row: ContentRow): { envelope: string; head: Buffer } {
  const { envelope, head } = rewrap(
    keys,
    bindingOf(row),
    row.envelope as Envelope,
    headOf(row.type, readContent(keys, row)!),
  )
  return { envelope: JSON.stringify(envelope), head }
}

function renew({ keys, log }: Services, row: ContentRow) {
  try {
    return renewed(keys, row)
  } catch (err) {
    log.error({ err, capsule: row.id }, 'a capsule does not open, so that its lock was not renewed')
  }
}
