import { sql } from 'kysely'
import type { ArchiveFault } from '#contract/archiveFiles.ts'
import type { Services } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { type MadeObjects, openMadeObjects } from '#server/platform/media/made.ts'
import { BITE_ROWS, type Bitten, type Room, takeBite } from './bite.ts'
import { type Finished, finish } from './finish.ts'
import { makeBlob, readText, type Segment } from './madeFile.ts'
import { makePlan } from './plan.ts'
import { takeSealedBite } from './sealedBite.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import { ZIP_MOST } from './zip.ts'

/**
 * Where the making of an archive goes on: what was counted, what each bite has made (`bites`: made objects that say so), how many rows
 * are done. After a kill the next turn goes on from here; what the killed one wrote is under the name of its own turn.
 */
type Progress = { snapshot?: Segment; bites: Segment[]; room: Room }
type Taken = {
  id: number
  user_id: number
  created_at: string
  turn: number
  done: number
  bytes: number
  progress: Progress | Record<string, never>
}

/** How long a process that is silent counts as at work; it says every third of that that it is. */
const SILENT_SECONDS = 30
/** Turns that came to nothing, each followed by its silence: some hours of a store that does not answer. */
const FAILURES_MOST = 500
/** So many faults are named on the page; the archive names all. */
const FAULTS_SHOWN = 100
const LIFE_DAYS = 7

type Making = Pick<Services, 'config' | 'db' | 'keys' | 'media' | 'log'>

/** Makes archives that wait, a bite at a time, until none is left or the process is to end. `most` of a part. */
export async function makeArchives(
  { most = ZIP_MOST, ...services }: Making & { most?: typeof ZIP_MOST },
  signal: AbortSignal,
): Promise<void> {
  const made = openMadeObjects(services)
  for (let taken = await take(services); taken && !signal.aborted; taken = await take(services)) {
    await atWork(services, taken, () => goOn({ ...services, made, most }, taken!))
  }
}

/** The one that has waited longest, of those that no process is at. */
async function take({ db }: Making): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    update archives set turn = turn + 1, taken_until = now() + make_interval(secs => ${SILENT_SECONDS})
    where id = (
      select a.id from archives a where a.ready_at is null and a.failed_at is null and a.ended_at is null
        and (a.taken_until is null or a.taken_until < now())
      order by a.id limit 1 for update skip locked)
    returning id, user_id, created_at, turn, done, bytes, progress`.execute(db)
  return rows[0]
}

async function atWork({ db, log }: Making, { id, turn }: Taken, work: () => Promise<void>): Promise<void> {
  const stillHere = () =>
    sql`update archives set taken_until = now() + make_interval(secs => ${SILENT_SECONDS}) where id = ${id} and turn = ${turn}`
      .execute(db)
      .catch((err) => log.warn({ err, archive: id }, 'an archive in the making could not be held'))
  const timer = setInterval(stillHere, (SILENT_SECONDS * 1000) / 3)
  try {
    await work()
  } catch (err) {
    log.error({ err, archive: id }, 'an archive could not be made further')
    await sql`update archives set failed_at = now() where id = ${id} and ready_at is null
      and turn - coalesce(jsonb_array_length(progress -> 'bites'), 0) >= ${FAILURES_MOST}`.execute(db)
  } finally {
    clearInterval(timer)
  }
}

type WithMade = Making & { made: MadeObjects; most: typeof ZIP_MOST }

async function goOn(making: WithMade, taken: Taken): Promise<void> {
  const { snapshot, bites = [], room = {} } = taken.progress
  if (!snapshot) return begin(making, taken)
  const listed = JSON.parse(await readText(making.made, [snapshot])) as Snapshot
  const bite = await nextBite(making, taken, { listed, room })
  if (!bite) return end(making, taken, listed)
  const segment = await keep(making.made, `${nameOf(taken)}i`, bite.bitten)
  await save(making, taken, {
    progress: { snapshot, bites: [...bites, segment], room },
    done: taken.done + bite.done,
    bytes: taken.bytes + bite.bytes,
  })
}

/** The next readable rows, then the next sealed ones; undefined when all are done. */
async function nextBite(making: WithMade, taken: Taken, { listed, room }: { listed: Snapshot; room: Room }) {
  const { done, user_id: userId, created_at: askedAt } = taken
  const bite = { userId, name: nameOf(taken), askedAt }
  const rows = listed.readable.slice(done, done + BITE_ROWS)
  if (rows.length > 0) return takeBite(making, { ...bite, rows, room })
  const at = done - listed.readable.length
  const ids = listed.sealed.slice(at, at + BITE_ROWS)
  return ids.length > 0 ? takeSealedBite(making, { ...bite, ids }) : undefined
}

async function begin(making: WithMade, taken: Taken): Promise<void> {
  const listed = await takeSnapshot(making.db, taken.user_id)
  const snapshot = await keep(making.made, nameOf(taken), listed)
  await save(making, taken, {
    progress: { snapshot, bites: [], room: {} },
    total: listed.readable.length + listed.sealed.length,
  })
}

async function end(making: WithMade, taken: Taken, { sealed }: Snapshot): Promise<void> {
  const bites: Bitten[] = []
  for (const segment of (taken.progress as Progress).bites) {
    bites.push(JSON.parse(await readText(making.made, [segment])) as Bitten)
  }
  const { id, user_id: userId } = taken
  const archive = { id, userId, askedAt: taken.created_at, name: nameOf(taken), sealed, bites }
  await makeReady(making, taken, await finish(making, archive))
}

/** The plan of each part is a made object: 60,000 names are too many for a row. */
async function makeReady(making: WithMade, taken: Taken, { parts, faults }: Finished): Promise<void> {
  const blob = makeBlob(`${nameOf(taken)}p`)
  const planned = parts.map((part) => {
    const { plan, length } = makePlan(part, moment(taken.created_at))
    return { name: part.name, etag: part.etag, bytes: length, plan: blob.add(JSON.stringify(plan)) }
  })
  await blob.write(making.made)
  await save(making, taken, {
    missing: faults.slice(0, FAULTS_SHOWN),
    parts: planned,
    bytes: planned.reduce((sum, { bytes }) => sum + bytes, 0),
    ready: true,
  })
}

/** With the moment of asking: a database that was put back from a backup counts ids and turns again, and a name gives the key. */
const nameOf = ({ id, created_at, turn }: Pick<Taken, 'id' | 'created_at' | 'turn'>): string =>
  `${id}/${Date.parse(created_at)}-${turn}`

async function keep(made: MadeObjects, name: string, value: object): Promise<Segment> {
  const blob = makeBlob(name)
  const segment = blob.add(JSON.stringify(value))
  await blob.write(made)
  return segment
}

type Saved = {
  progress?: Progress
  total?: number
  done?: number
  bytes?: number
  missing?: ArchiveFault[]
  parts?: object[]
  ready?: true
}

/** Only while nobody else has taken it up, and nobody ended it. */
async function save(
  { db }: Making,
  { id, turn }: Taken,
  { progress, missing, parts, ready, ...numbers }: Saved,
): Promise<void> {
  await db
    .updateTable('archives')
    .set({
      ...numbers,
      ...(progress && { progress: JSON.stringify(progress) }),
      ...(missing && { missing: JSON.stringify(missing) }),
      ...(parts && { parts: JSON.stringify(parts) }),
      ...(ready && { ready_at: sql<string>`now()` }),
      taken_until: null,
    })
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where('ended_at', 'is', null)
    .execute()
}

/** Of an archives row: it is over once it lived so long after it was ready. */
export const EXPIRES_AT = sql<string>`ready_at + make_interval(days => ${sql.lit(LIFE_DAYS)})`

/** Removes the made objects of archives that are over, of every turn that there was; the row stays, for the list. */
export async function clearArchives(services: Making, signal: AbortSignal): Promise<void> {
  const made = openMadeObjects(services)
  const { rows } = await sql<Pick<Taken, 'id' | 'created_at' | 'turn'>>`
    select id, created_at, turn from archives where cleared_at is null
      and (ended_at is not null or failed_at is not null or ${EXPIRES_AT} < now())
      and (taken_until is null or taken_until < now()) order by id limit 100`.execute(services.db)
  for (const { id, created_at, turn } of rows) {
    if (signal.aborted) return
    for (let one = 1; one <= turn; one++) {
      const name = nameOf({ id, created_at, turn: one })
      for (const ending of ['', 'i', 'm', 'p']) await made.remove(`${name}${ending}`)
    }
    await sql`update archives set cleared_at = now(), progress = '{}', parts = '[]', missing = '[]' where id = ${id}`.execute(
      services.db,
    )
  }
}
