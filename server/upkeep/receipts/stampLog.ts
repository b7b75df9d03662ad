import { sql } from 'kysely'
import { chinaDay } from '#contract/time.ts'
import type { Services } from '#server/platform/context.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { newestCheckpoint } from './checkpoints.ts'
import { currentLog } from './currentLog.ts'
import { isStampOf, newNonce, stampRequest } from './timeStamp.ts'

const TIMEOUT_MS = 20_000
/** Answers are some kilobytes: a signature and its certificates. */
const ANSWER_MOST = 100_000

/** Has the newest checkpoint of the day stamped once by an authority of others, where the site names one. */
export async function stampLog({ db, config, now }: Pick<Services, 'db' | 'config' | 'now'>): Promise<void> {
  const day = chinaDay(now())
  if (!config.tsaUrl || (await stampOf(db, { day }))) return
  const log = await currentLog(db)
  const newest = log && (await newestCheckpoint(db, log.id))
  if (!newest) return
  const response = await askForStamp(config.tsaUrl, newest.note)
  await sql`
    insert into log_stamps (day, note, response) values (${day}::date, ${newest.note}, ${response})
    on conflict do nothing`.execute(db)
}

/** The stamp of a day of China; undefined where there is none. */
export async function stampOf(db: Services['db'], day: { day: string }): Promise<Stamp | undefined> {
  const [stamp] = await stampsOf(db, day)
  return stamp
}

type Stamp = { note: string; response: Buffer }

const stampsOf = prepared(
  ({ day }: { day: string }) => sql<Stamp>`select note, response from log_stamps where day::text = ${day}`,
)

/** Throws where the authority is away, grants nothing, or stamps something else. */
async function askForStamp(url: string, note: string): Promise<Buffer> {
  const nonce = newNonce()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: new Uint8Array(stampRequest(note, nonce)),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const response = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok || response.length > ANSWER_MOST || !isStampOf(response, note, nonce))
    throw new Error(`the time-stamp authority does not stamp the checkpoint: HTTP ${answer.status}`)
  return response
}
