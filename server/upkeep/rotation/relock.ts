import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

/** Rows in one transaction: few, so that nobody waits for long behind it on the embedded engine. */
export const BITE = 100
/** The wait for the holders of rows that were left out. */
const HELD_MS = 100

export type RotationServices = Pick<Services, 'db' | 'keys' | 'log'>
/** The columns a walk is ordered by, of the last row it came to. */
export type Cursor = (string | number)[]
/** One row that an older master key locks; `relocked` throws when it does not open, else it is what writes the new lock. */
export type Old = { at: Cursor; relocked: () => { execute: () => Promise<unknown> } }

/** One of the places where something is locked with the master key. */
export type Kind = {
  what: string
  /** The next few rows, locked until the transaction ends; rows locked by others are skipped. */
  next: (needed: RotationServices & { db: Tx }, after: Cursor | undefined) => Promise<Old[]>
  /** Finds a row that is still locked with an older key, other than these. */
  left: (needed: RotationServices, but: readonly string[]) => RawBuilder<unknown>
}

export type Relocked = { done: number; broken: string[] }

/** Locks everything anew that an older master key locks. A row that does not open is reported, and stays as it is. */
export async function relockAll(needed: RotationServices, kinds: readonly Kind[]): Promise<Relocked> {
  let done = 0
  const broken: string[] = []
  for (const kind of kinds) {
    const relocked = await relockKind(needed, kind)
    done += relocked.done
    broken.push(...relocked.broken.map((id) => `${kind.what} ${id}`))
  }
  return { done, broken }
}

/** Walks again for those that somebody held, until there are none. */
async function relockKind(needed: RotationServices, kind: Kind): Promise<Relocked> {
  let done = 0
  for (;;) {
    const walked = await walk(needed, kind)
    done += walked.done
    const { rows } = await kind.left(needed, walked.broken).execute(needed.db)
    if (rows.length === 0) return { ...walked, done }
    await pause(HELD_MS)
  }
}

async function walk(needed: RotationServices, kind: Kind): Promise<Relocked> {
  let done = 0
  const broken: string[] = []
  let after: Cursor | undefined
  for (;;) {
    const bite = await inTransaction(needed.db, (db) => relockSome({ ...needed, db }, kind, after))
    done += bite.done
    broken.push(...bite.broken)
    if (!bite.last) return { done, broken }
    after = bite.last
  }
}

async function relockSome(
  needed: RotationServices & { db: Tx },
  kind: Kind,
  after: Cursor | undefined,
): Promise<Relocked & { last: Cursor | undefined }> {
  // Only a rotation may change the lock of sealed content (022-rotation.sql).
  await sql`set local capsule.rotating = 'on'`.execute(needed.db)
  const rows = await kind.next(needed, after)
  const broken: string[] = []
  for (const row of rows) {
    const write = opened(needed, kind, row)
    if (write) await write.execute()
    else broken.push(row.at.join(' '))
  }
  return { done: rows.length - broken.length, broken, last: rows.at(-1)?.at }
}

function opened({ log }: RotationServices, { what }: Kind, { at, relocked }: Old) {
  try {
    return relocked()
  } catch (err) {
    log.error({ err, what, id: at }, 'a lock does not open, so that it stays as it is')
  }
}
