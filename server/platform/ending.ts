import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { CODE } from '#contract/codes.ts'
import { type Ending, type Ends, whyEnded } from '#contract/ending.ts'
import { Fail } from '#server/core/fail.ts'
import type { Db } from '#server/platform/db/db.ts'

/** How long a process may still go by what it read last. */
const CACHE_MS = 1_000
/** How long somebody who only shows it waits for the database. */
const SOON_MS = 500

export type EndingWatch = {
  /** How far the end of the product has come; undefined while none is announced. */
  read: () => Promise<Ending | undefined>
  /** As it was last read, where the database does not answer at once: a page is shown all the same. */
  soon: () => Promise<Ending | undefined>
  /** Why something cannot be added any more. */
  whyNot: (ends: Ends) => Promise<string | undefined>
  /** The last reading counts no more. */
  forget: () => void
}

export function makeEnding(db: Db): EndingWatch {
  let known: Ending | undefined
  let until = Number.NEGATIVE_INFINITY
  let asked: Promise<Ending | undefined> | undefined
  let forgotten = 0
  const ask = async () => {
    const since = forgotten
    const found = await readEnding(db)
    if (since !== forgotten) return found
    known = found
    until = performance.now() + CACHE_MS
    return found
  }
  const read = async () => {
    if (performance.now() < until) return known
    asked ??= ask().finally(() => {
      asked = undefined
    })
    return asked
  }
  const late = () => setTimeout(SOON_MS, undefined, { ref: false }).then(() => known)
  return {
    read,
    soon: () => Promise.race([read().catch(() => known), late()]),
    whyNot: async (ends) => (ends === 'never' ? undefined : whyEnded(ends, (await read())?.stage)),
    forget: () => {
      forgotten += 1
      until = Number.NEGATIVE_INFINITY
      asked = undefined
    },
  }
}

async function readEnding(db: Db): Promise<Ending | undefined> {
  const { rows } = await sql<Ending>`
    select ends_on::text as "endsOn", case when readonly_at is not null then 'readonly'
      when tells_from <= now() then 'told' else 'announced' end as stage
    from sunset`.execute(db)
  return rows[0]
}

/** Throws the reason where something of this kind cannot be added any more. */
export async function refuseEnded({ ending }: { ending: EndingWatch }, ends: Ends): Promise<void> {
  const why = await ending.whyNot(ends)
  if (why) throw new Fail(CODE.ended, why)
}
