import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { isHere, placeHere } from './logPlace.ts'

/**
 * Whether the log signs. `halted`: the store and the database contradict each other, or the store has lost it; `unconfirmed`: the
 * database lies elsewhere than it did, or under another address. `waiting` for a place, the oldest for so many seconds.
 */
export type StateOfLog = {
  state: 'signing' | 'unconfirmed' | 'halted'
  why: string
  waiting: number
  oldestSeconds: number
  size: number
}

type StateRow = Omit<StateOfLog, 'state' | 'why'> & {
  origin: string | null
  place: string | null
  halted: string | null
}

export async function stateOfLog({ db, config }: Pick<Services, 'db' | 'config'>): Promise<StateOfLog> {
  const { rows } = await sql<StateRow>`
    select l.origin, l.place, l.halted, coalesce(l.size, 0) as size, w.waiting, w."oldestSeconds"
    from (select count(*)::int as waiting,
        coalesce(extract(epoch from now() - min(c.sealed_at)), 0)::int as "oldestSeconds"
      from capsule_contents k join capsules c on c.id = k.capsule_id where k.commitment is not null and k.leaf is null) w
    left join logs l on l.id = (select max(id) from logs)`.execute(db)
  const { origin, place, halted, ...counted } = rows[0]!
  const isElsewhere = origin !== null && place !== null && !isHere({ origin, place }, await placeHere({ config, db }))
  const state = isElsewhere ? 'unconfirmed' : halted === null ? 'signing' : 'halted'
  return { ...counted, state, why: halted ?? '' }
}
