import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { findMonthKeys } from './keptKeys.ts'

/** The keys of months as an operator is told of them; `unprovenSeconds` since somebody last put the sheets together. */
export type StateOfKeys = {
  isSound: boolean
  from: string
  to: string
  digest: string
  proven: string
  unprovenSeconds: number
}

/** Undefined where no keys were taken. Keys that are not what was taken are an error in the log. */
export async function stateOfKeys({
  db,
  keys,
  log,
}: Pick<Services, 'db' | 'keys' | 'log'>): Promise<StateOfKeys | undefined> {
  const kept = await findMonthKeys({ db, keys })
  if (!kept) return undefined
  const { isSound, row } = kept
  if (!isSound) log.error('the keys of months in the database are not those that were taken')
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - proven_at)::int as seconds from month_keys`.execute(db)
  const { first_month: from, last_month: to, digest } = row
  return { isSound, from, to, digest, proven: moment(row.proven_at), unprovenSeconds: rows[0]?.seconds ?? 0 }
}
