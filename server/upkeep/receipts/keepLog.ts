import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { LogContradiction, reconcile } from './againstStore.ts'
import { newestCheckpoint } from './checkpoints.ts'
import { beginFirst, keepPlace } from './currentLog.ts'
import { appendSome, BITE } from './leaves.ts'
import { logStore } from './logStore.ts'
import { publish, signNext, unpublished } from './publish.ts'
import { inTurn, type Taken, takingLog } from './turn.ts'

/** A checkpoint each 30 seconds over all processes, so that the log is no clock of who sealed when; and one a day at least. */
const BETWEEN_SECONDS = 30
const AT_LEAST_SECONDS = 24 * 3600
const STORE_EMPTY = 'the store has lost all of the log'

type Keeping = Pick<Services, 'config' | 'db' | 'keys' | 'media' | 'log' | 'now' | 'clock'>

/** Neither the database nor the address changes under a process. */
const places = new WeakMap<Services['config'], Promise<string>>()

/**
 * Takes up what was sealed since the last checkpoint, signs the next one, and publishes it once the store has given back all
 * that belongs to it. By one process at a time; after a kill the next one ends what was begun. Signs nothing while the time
 * is doubtful, where somebody has not confirmed that this database is the one that goes on, and once it was halted.
 */
export async function keepLog(services: Keeping): Promise<void> {
  const { db, clock, log } = services
  if (clock.holds().some((held) => held !== 'restored')) return
  const [taken] = await take(db, { place: await placeOf(services) })
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

/** Something waits for a checkpoint, or for its publication. Asked each second. */
const take = takingLog(
  ({ place }: { place: string }) => sql`l.halted is null and l.place = ${place}
    and (exists (select from log_checkpoints where log = l.id and published_at is null)
      or coalesce(${newest('signed_at')}, '-infinity') <= now() - make_interval(secs =>
        case when exists (select from capsule_contents where commitment is not null and leaf is null)
          or l.size > coalesce(${newest('size')}, 0)
          then ${sql.lit(BETWEEN_SECONDS)} else ${sql.lit(AT_LEAST_SECONDS)} end))`,
)

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
