import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The sequence steps by as many, so that a process owns the whole block it took. */
const BLOCK = 64

export type Ids = { capsule: () => Promise<number> }

/** Capsule ids in blocks: known before the row is written, and no round trip for 63 of 64. */
export function makeIds(db: Kysely<Tables>): Ids {
  let next = 0
  let left = 0
  let taking: Promise<void> | undefined
  async function take(): Promise<void> {
    const { rows } = await sql<{ first: number }>`select nextval('capsule_ids') as first`.execute(db)
    next = rows[0]!.first
    left = BLOCK
  }
  return {
    async capsule() {
      while (left === 0) {
        taking ??= take().finally(() => {
          taking = undefined
        })
        await taking
      }
      left -= 1
      return next++
    },
  }
}
