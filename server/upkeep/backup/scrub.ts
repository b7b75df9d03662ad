import { sql } from 'kysely'
import { refuse } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { findForScrub, proofOf } from '#server/platform/media/objects.ts'
import { sha256Of } from '#server/platform/media/sha256.ts'
import type { Stored } from '#server/platform/media/store.ts'
import { biting } from '#server/platform/sweep.ts'
import { keepInMirror, putBackFromMirror } from './mirror.ts'

const ROUND_DAYS = 30
/** Twenty a minute and process are 860,000 a month, and at most 1 GB a minute. */
const A_TURN = 20
const FAULTS_TOLD = 20

type Scrubbing = Pick<Services, 'config' | 'db' | 'keys' | 'log' | 'media' | 'now'>
type ScrubbedObject = { key: string; size: number; proof: Buffer | null; damaged: boolean }

/** The next objects of the monthly round; new ones come first, and to the mirror with that. */
export async function scrubSome(services: Scrubbing): Promise<void> {
  for (const row of await take(
    services,
    sql`scrubbed_at is null or scrubbed_at < now() - make_interval(days => ${ROUND_DAYS})`,
  )) {
    if (!(await scrub(services, row))) await lookTomorrow(services, row.key)
  }
}

/** `npm run scrub`: all of them, now. Throws the keys of those that are damaged and could not be mended. */
export async function scrubAll(services: Scrubbing): Promise<string> {
  const { rows } = await sql<{ began: string }>`select now()::text as began`.execute(services.db)
  let [count, unseen] = [0, 0]
  await biting(A_TURN, new AbortController().signal, async () => {
    const taken = await take(services, sql`scrubbed_at is null or scrubbed_at < ${rows[0]!.began}::timestamptz`)
    for (const row of taken) if (!(await scrub(services, row))) unseen++
    count += taken.length
    return taken.length
  })
  const damaged = await services.db
    .selectFrom('objects')
    .select('key')
    .where('damaged_at', 'is not', null)
    .limit(FAULTS_TOLD)
    .execute()
  if (damaged.length > 0) throw refuse(`这些文件已损坏或丢失：\n${damaged.map(({ key }) => key).join('\n')}`)
  if (unseen > 0) throw refuse(`${unseen} 个文件暂时读不到，其余的全部完好。请稍后再运行一次。`)
  return `检查了 ${count} 个文件，全部完好。`
}

export async function countDamaged({ db }: Pick<Services, 'db'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from objects where damaged_at is not null`.execute(db)
  return rows[0]!.n
}

/** Takes objects that are due and notes them as looked at: other processes pass over them. */
async function take({ db }: Scrubbing, due: ReturnType<typeof sql>): Promise<ScrubbedObject[]> {
  const { rows } = await sql<ScrubbedObject>`
    update objects set scrubbed_at = now() where key in (
      select key from objects where loose_since is null and (${due})
      order by scrubbed_at nulls first limit ${A_TURN} for update skip locked)
    returning key, size, proof, damaged_at is not null as damaged`.execute(db)
  return rows
}

/** False where it could not be looked at: a store that does not answer says nothing of what lies in it. */
async function scrub(services: Scrubbing, row: ScrubbedObject): Promise<boolean> {
  try {
    await look(services, row)
    return true
  } catch (err) {
    services.log.error({ err, object: row.key }, 'an object could not be looked at')
    return false
  }
}

const lookTomorrow = ({ db }: Scrubbing, key: string): Promise<unknown> =>
  sql`update objects set scrubbed_at = now() - make_interval(days => ${ROUND_DAYS - 1}) where key = ${key}`.execute(db)

async function look(services: Scrubbing, row: ScrubbedObject): Promise<void> {
  const object = await findForScrub(services, row.key)
  // Its account was closed a moment ago.
  if (!object) return
  const fault = await faultOf(services, object, row.proof)
  if (!fault) return sound(services, row)
  services.log.error({ object: row.key, fault }, 'an object is damaged')
  const isPutBack = await putBackFromMirror(services, object)
  if (isPutBack && !(await faultOf(services, object, row.proof))) return sound(services, row)
  await services.db.updateTable('objects').set({ damaged_at: services.now() }).where('key', '=', row.key).execute()
}

async function sound(services: Scrubbing, { key, size, damaged }: ScrubbedObject): Promise<void> {
  if (damaged) await services.db.updateTable('objects').set({ damaged_at: null }).where('key', '=', key).execute()
  await keepInMirror(services, { key, size })
}

/** Undefined when it is there, can be opened, and is what it was the first time; which is written down then. */
async function faultOf(services: Scrubbing, object: Stored, proof: Buffer | null): Promise<string | undefined> {
  const { db, keys, media } = services
  if ((await media.sizeOf(object.key)) !== object.size) return 'not there, or of another length'
  const found = await sha256Of(media, object)
  if (!found) return 'cannot be opened'
  const now = proofOf(keys, object.key, found)
  if (proof) return now.equals(proof) ? undefined : 'other bytes than before'
  await db.updateTable('objects').set({ proof: now }).where('key', '=', object.key).execute()
}
