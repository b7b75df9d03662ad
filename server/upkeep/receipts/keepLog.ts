import { sql } from 'kysely'
import { SHA256_BYTES as HASH_BYTES } from '#contract/bytes.ts'
import type { Services } from '#server/platform/context.ts'
import { databaseIdentity } from '#server/platform/db/databaseIdentity.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { LogContradiction, reconcile, rootKept, type Stored } from './againstStore.ts'
import { newestCheckpoint } from './checkpoints.ts'
import { beginFirst, type LogRow } from './currentLog.ts'
import { readKept } from './keptTiles.ts'
import { appendSome, BITE, lockSize, type Turn } from './leaves.ts'
import { type LogStore, logStore } from './logStore.ts'
import { signCheckpoint } from './sign.ts'
import { readSigningKey } from './signingKey.ts'
import { tilesSince } from './tiles.ts'

/** A checkpoint each 30 seconds over all processes, so that the log is no clock of who sealed when; and one a day at least. */
const BETWEEN_SECONDS = 30
const AT_LEAST_SECONDS = 24 * 3600
/** How long a process that is silent counts as at work. */
const SILENT_SECONDS = 120
const STORE_EMPTY = 'the store has lost all of the log'

type Keeping = Pick<Services, 'config' | 'db' | 'keys' | 'media' | 'log' | 'now' | 'clock'>
type Taken = LogRow & Turn

/** Where the database lies does not change under a process. */
const places = new WeakMap<Services['db'], Promise<string>>()

/**
 * Takes up what was sealed since the last checkpoint, signs the next one, and publishes it once the store has given back all
 * that belongs to it. By one process at a time; after a kill the next one ends what was begun. Signs nothing while the time
 * is doubtful, where somebody has not confirmed that this database is the one that goes on, and once it was halted.
 */
export async function keepLog(services: Keeping): Promise<void> {
  const { db, config, clock } = services
  if (clock.holds().some((held) => held !== 'restored')) return
  const place = await placeOf(services)
  const [taken] = await take(db, { place })
  if (!taken) return
  try {
    await goOn(services, taken, logStore(services.media.beside, taken.name))
  } catch (error) {
    if (!(error instanceof LogContradiction)) throw error
    services.log.error({ err: error, log: taken.origin }, 'the log is halted: see `npm run log`')
    await db.updateTable('logs').set({ halted: error.message }).where('id', '=', taken.id).execute()
  } finally {
    await db
      .updateTable('logs')
      .set({ taken_until: null })
      .where('turn', '=', taken.turn)
      .where('id', '=', taken.id)
      .execute()
  }

  function placeOf(from: Keeping): Promise<string> {
    const known = places.get(db) ?? beginFirst(from).then(() => databaseIdentity(config, db))
    places.set(db, known)
    return known.catch((error) => {
      places.delete(db)
      throw error
    })
  }
}

/** The log, where something waits for a checkpoint and nobody is at it. */
const take = prepared(
  ({ place }: { place: string }) => sql<Taken>`
    update logs l set turn = turn + 1, taken_until = now() + make_interval(secs => ${sql.lit(SILENT_SECONDS)})
    where l.id = (select max(id) from logs) and l.halted is null and l.place = ${place}
      and (l.taken_until is null or l.taken_until < now())
      and (exists (select from log_checkpoints p where p.log = l.id and p.published_at is null)
        or not exists (select from log_checkpoints p where p.log = l.id and p.signed_at > now() - make_interval(secs =>
          case when exists (select from capsule_contents where commitment is not null and leaf is null)
            or l.size > coalesce((select max(size) from log_checkpoints p where p.log = l.id), 0)
            then ${sql.lit(BETWEEN_SECONDS)} else ${sql.lit(AT_LEAST_SECONDS)} end)))
    returning id, origin, name, place, size, halted, turn`,
)

async function goOn(services: Keeping, taken: Taken, store: LogStore): Promise<void> {
  const { db } = services
  const stored = await reconcile(db, taken, store)
  if (!stored && (await newestCheckpoint(db, taken.id))) throw new LogContradiction(STORE_EMPTY)
  if (!(await unpublished(db, taken))) {
    while ((await appendSome(db, taken)) === BITE);
    await signNext(services, taken)
  }
  await publish(services, taken, { store, stored })
}

type Unpublished = { size: number; seconds: number; note: string }

async function unpublished(db: Services['db'], { id }: Turn): Promise<Unpublished | undefined> {
  const { rows } = await sql<Unpublished>`
    select size, extract(epoch from signed_at)::bigint as seconds, note from log_checkpoints
    where log = ${id} and published_at is null order by size desc, signed_at desc limit 1`.execute(db)
  return rows[0]
}

/** Signs what the log is by now; a process that has lost the turn signs nothing. */
async function signNext({ db, keys, now }: Keeping, taken: Taken): Promise<void> {
  const key = await readSigningKey(db, keys)
  if (!key) throw new Error('the keyring has no key of the log')
  await inTransaction(db, async (db) => {
    const size = await lockSize(db, taken)
    const seconds = Math.floor(now().getTime() / 1000)
    const root = await rootKept(db, taken.id, size)
    const note = signCheckpoint({ origin: taken.origin, size, root, seconds }, key)
    await db
      .insertInto('log_checkpoints')
      .values({ log: taken.id, size, signed_at: new Date(seconds * 1000), note })
      .execute()
  })
}

/** The store has it first, and has given it back: of what was published nothing can be lost with the database. */
async function publish(
  { db, now }: Keeping,
  taken: Taken,
  { store, stored }: { store: LogStore; stored: Stored | undefined },
) {
  const next = await unpublished(db, taken)
  if (!next) return
  // One that was overtaken by the store's is of the same log; the store keeps its own.
  if (!stored || next.size > stored.size || (next.size === stored.size && next.seconds > stored.seconds))
    await writeAll(db, taken, { store, from: stored?.size ?? 0, next })
  await inTransaction(db, async (db) => {
    await lockSize(db, taken)
    await sql`
      update log_checkpoints set published_at = ${now()}
      where log = ${taken.id} and size = ${next.size} and signed_at = to_timestamp(${next.seconds})`.execute(db)
  })
}

type Written = { store: LogStore; from: number; next: Pick<Unpublished, 'size' | 'note'> }

/** All that a store with the first `from` leaves lacks, and the checkpoint last. */
export async function writeAll(db: Services['db'], { id }: Pick<Turn, 'id'>, { store, from, next }: Written) {
  const readTile = readKept(db, id)
  for (const tile of tilesSince(from, next.size)) {
    await store.writeTile(tile, (await readTile(tile)).subarray(0, tile.width * HASH_BYTES))
  }
  await store.writeNote(next.note)
}
