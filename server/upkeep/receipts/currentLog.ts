import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { verifierKeyText } from '#contract/signedNote.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { siteOf } from '#server/platform/message/resolver.ts'
import { isHere, placeHere, placeText } from './logPlace.ts'
import { logKey } from './sign.ts'
import { keepSigningKey, makeSigningKey } from './signingKey.ts'

/** A log as its row says. `place`: where it was begun, or confirmed (logPlace.ts). */
export type LogRow = { id: number; origin: string; name: string; place: string; size: number; halted: string | null }

type Beginning = Pick<Services, 'config' | 'db' | 'keys'>

const NAME_BYTES = 16

/** The log that goes on; undefined where nothing was ever to be signed. */
export async function currentLog(db: Db): Promise<LogRow | undefined> {
  const { rows } = await sql<LogRow>`
    select id, origin, name, place, size, halted from logs order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Begins the first log, if there is none. */
export async function beginFirst(services: Beginning): Promise<void> {
  if (await currentLog(services.db)) return
  await beginLog(services)
}

/** A place from before addresses were kept is written anew, once. */
export async function keepPlace({ config, db }: Pick<Services, 'config' | 'db'>): Promise<string> {
  const [here, log] = [await placeHere({ config, db }), await currentLog(db)]
  const place = placeText(here)
  if (log && log.place !== place && isHere(log, here))
    await db.updateTable('logs').set({ place }).where('id', '=', log.id).where('place', '=', log.place).execute()
  return place
}

/** Begins a log with a key and a name of its own behind all there are. Of two at once the second finds it begun. */
export async function beginLog({ config, db, keys }: Beginning): Promise<LogRow> {
  const here = await placeHere({ config, db })
  await inTransaction(db, async (db) => {
    await sql`lock table logs in exclusive mode`.execute(db)
    const before = await currentLog(db)
    if (before && isHere(before, here) && before.size === 0 && before.halted === null) return
    const id = (before?.id ?? 0) + 1
    const origin = originOf(config, id)
    const key = makeSigningKey()
    await db
      .insertInto('logs')
      .values({ id, origin, name: randomBytes(NAME_BYTES).toString('hex'), place: placeText(here) })
      .execute()
    await db
      .insertInto('log_keys')
      .values({ log: id, key: verifierKeyText(logKey(origin, key)) })
      .execute()
    await keepSigningKey(db, keys, key)
  })
  return (await currentLog(db))!
}

/** Its address without the scheme: the doors under it serve it (routes.ts). */
function originOf(config: Services['config'], id: number): string {
  const { host } = new URL(siteOf(config))
  return id === 1 ? `${host}/log` : `${host}/log/${id}`
}

/** The keys that have signed a log, the newest first. */
export async function keysOfLog(db: Db, log: number): Promise<string[]> {
  const rows = await db.selectFrom('log_keys').select('key').where('log', '=', log).orderBy('id', 'desc').execute()
  return rows.map(({ key }) => key)
}
