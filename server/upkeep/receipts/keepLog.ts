import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { LogContradiction, reconcile } from './againstStore.ts'
import { newestCheckpoint } from './checkpoints.ts'
import { beginFirst, keepPlace } from './currentLog.ts'
import { appendSome, BITE } from './leaves.ts'
import { logStore } from './logStore.ts'
import { publish, signNext, unpublished } from './publish.ts'
import { inTurn, type Taken, takingLog } from './turn.ts'

/**
 * Checkpoints are signed on a grid of 30 seconds alone, which is the same for all processes: on a quiet site, too, none tells when
 * somebody sealed. And one a day at least.
 */
const GRID_SECONDS = 30
const AT_LEAST_SECONDS = 24 * 3600
const STORE_EMPTY = 'the store has lost all of the log'

type Keeping = Pick<Services, 'config' | 'db' | 'keys' | 'media' | 'log' | 'now' | 'clock'>

/** Neither the database nor the address changes under a process. */
const places = new WeakMap<Services['config'], Promise<string>>()

/**
 * Takes up what was sealed since the last checkpoint, signs the next one, and publishes it once the store has given back all
 * that belongs to it. By one process at a time; after a kill the next one ends what was begun. Signs nothing while the time
 * is doubtful, where somebody has not confirmed that this database is the one that goes on, and once it was halted. `line`: the
 * last one of the grid, where it is not the database's clock that says it.
 */
export async function keepLog(services: Keeping, line?: Date): Promise<void> {
  const { db, clock, log } = services
  if (clock.holds().some((held) => held !== 'restored')) return
  const [taken] = await take(db, { place: await placeOf(services), line: line?.toISOString() ?? null })
  if (!taken) return
  try {
    await inTurn(services, taken, () => goOn(services, taken))
  } catch (error) {
    if (!(error instanceof LogContradiction)) throw error
    log.error({ err: error, log: taken.origin }, 'the log is halted: see `npm run log`')
    await db.updateTable('logs').set({ halted: error.message }).where('id', '=', taken.id).execute()
  }
}

function placeOf(services: Keeping): Promise<string> {
  const { config } = services
  const known = places.get(config)
  if (known) return known
  const asked = beginFirst(services).then(() => keepPlace(services))
  places.set(config, asked)
  asked.catch(() => places.delete(config))
  return asked
}

/** The newest checkpoint of the log `l`: its end of the primary key, however many there are. */
const newest = (column: 'size' | 'signed_at') =>
  sql`(select ${sql.ref(column)} from log_checkpoints where log = l.id order by size desc, signed_at desc limit 1)`

const lastLine = sql`to_timestamp(floor(extract(epoch from now()) / ${sql.lit(GRID_SECONDS)}) * ${sql.lit(GRID_SECONDS)})`

/** A leaf that was there at this line of the grid and has no checkpoint; what came since waits for the next one. */
const waitsSince = (line: RawBuilder<unknown>) => sql`(l.size > coalesce(${newest('size')}, 0) or exists (
  select from capsule_contents k join capsules c on c.id = k.capsule_id
  where k.commitment is not null and k.leaf is null and c.sealed_at < ${line}))`

type Looking = { place: string; line: string | null }

/** Something waits for a checkpoint, or for its publication. Asked each second. */
const take = takingLog(({ place, line }: Looking) => {
  const from = sql`coalesce(${line}::timestamptz, ${lastLine})`
  const signed = sql`coalesce(${newest('signed_at')}, '-infinity')`
  return sql`l.halted is null and l.place = ${place}
    and (exists (select from log_checkpoints where log = l.id and published_at is null)
      or ${signed} <= now() - make_interval(secs => ${sql.lit(AT_LEAST_SECONDS)})
      or case when ${signed} < ${from} then ${waitsSince(from)} else false end)`
})

async function goOn(services: Keeping, taken: Taken): Promise<void> {
  const { db } = services
  const store = logStore(services.media.beside, taken.name)
  const stored = await reconcile(db, taken, store)
  if (!stored && (await newestCheckpoint(db, taken.id))) throw new LogContradiction(STORE_EMPTY)
  if (!(await unpublished(db, taken))) {
    while ((await appendSome(db, taken)) === BITE);
    await signNext(services, taken)
  }
  await publish(services, taken, { store, stored })
}
