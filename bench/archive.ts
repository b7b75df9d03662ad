import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { ARCHIVE_STATE } from '#contract/archive.ts'
import type { Output } from '#contract/calls.ts'
import { PROVE_MINUTES } from '#contract/prove.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import { fillUploads } from './archiveUploads.ts'
import type { Args } from './args.ts'
import { answerTo, call } from './calls.ts'
import { dropPlace, type Engine, inPlace, makePlace, type Place } from './place.ts'
import { megabytes, printAligned } from './report.ts'
import { measure, median } from './rounds.ts'
import { type Server, startOurs, startPlainDownloads } from './servers.ts'

/** People who download at once; four of them are served. */
const DOWNLOADERS = 10
const LOOK_MS = 500
/** The default of ARCHIVE_MBIT. */
const PACE_MBIT = 200
/** So that the pace is not what is measured. */
const NO_PACE = { ARCHIVE_MBIT: '100000' }

/** The archive of a person with so many diaries and gigabytes of uploads: made, downloaded, and beside others' calls. */
export async function measureArchive(engine: Engine, diaries: number, args: Args): Promise<void> {
  const place = await makePlace(join(engine.folder, `archive_${diaries}`), engine.server)
  const keys = await openKeys(place, { make: true })
  const bytes = await inPlace(place, async ({ db, settle }) => {
    const bytes = await fillUploads(db, keys, { place, diaries, gigabytes: args.gigabytes })
    // A proof is good for some minutes, and addresses are asked for again.
    await sql`update sessions set proved_at = now() + make_interval(hours => 6, mins => ${PROVE_MINUTES})`.execute(db)
    await settle()
    return bytes
  })
  console.log(`\narchive of ${diaries} diaries and ${megabytes(bytes)} MB of uploads`)
  await measureMaking(place)
  await measureDownload(place, args)
  await measureBeside(place, args)
  await dropPlace(place)
}

async function measureMaking(place: Place): Promise<void> {
  const ours = await startOurs(place)
  const port = ours.ports[0]!
  await answerTo(port, call('userInfo', {}, 1))
  const { rss } = ours.memory()
  const began = performance.now()
  await answerTo(port, call('exportCreate', {}, 1))
  while (!(await partsOf(port))) await delay(LOOK_MS)
  const minutes = (performance.now() - began) / 60_000
  console.log(`made in ${minutes.toFixed(1)} minutes, ${memoryText(rss, ours)}`)
  await ours.stop()
}

/** The parts of the archive once it is ready. */
async function partsOf(port: number): Promise<Output<'exportList'>['list'][number]['parts'] | undefined> {
  const { list } = await answerTo<Output<'exportList'>>(port, call('exportList', {}, 1))
  const { state, parts } = list[0]!
  if (state === ARCHIVE_STATE.ready) return parts
  if (state === ARCHIVE_STATE.failed) throw new Error('the archive could not be made')
  return undefined
}

/** One who downloads all parts, one after another, beside a reading of the files as they lie. */
async function measureDownload(place: Place, { profile }: Args): Promise<void> {
  const plainBegan = performance.now()
  execFileSync('sh', ['-c', 'find "$0" -type f -exec cat {} + >/dev/null', join(place.dataDir, 'media')])
  const plainSeconds = (performance.now() - plainBegan) / 1000
  const ours = await startOurs(place, { settings: NO_PACE, profile })
  const parts = (await partsOf(ours.ports[0]!))!
  const { rss } = ours.memory()
  ours.forgetPeak()
  const crowd = startDownloaders(ours, parts, 1)
  const began = performance.now()
  crowd.tell('once')
  const { bytes } = await crowd.heard()
  const seconds = (performance.now() - began) / 1000
  const rate = (over: number) => (bytes / 1024 ** 2 / over).toFixed(0)
  console.log(
    `one download ${rate(seconds)} MB/s (ARCHIVE_MBIT ${NO_PACE.ARCHIVE_MBIT}), cat of the files ${rate(plainSeconds)} MB/s, ${memoryText(rss, ours)}`,
  )
  await crowd.end()
  await ours.stop()
}

/** Calls of others alone, beside those who download a plain file elsewhere, and beside those who download from us, in turns. */
async function measureBeside(place: Place, { runs, calls, warmUp, crowds }: Args): Promise<void> {
  const ours = await startOurs(place)
  const plain = await startPlainDownloads(oneUpload(place), PACE_MBIT)
  const ofPlain = startDownloaders(plain, [{ url: '/' }], DOWNLOADERS)
  const ofOurs = startDownloaders(ours, (await partsOf(ours.ports[0]!))!, DOWNLOADERS)
  const userInfo = { name: 'userInfo', asks: { ours: () => call('userInfo', {}, 1) } }
  const { rss } = ours.memory()
  ours.forgetPeak()
  const rows: string[][] = []
  for (const connections of crowds) {
    const p99 = async () =>
      (await measure(userInfo, [ours], { runs: 1, calls, warmUp: 0, connections })).sides[ours.name]!.p99
    await measure(userInfo, [ours], { runs: 1, calls: warmUp, warmUp, connections })
    const rounds: { alone: number; plain: number; ours: number }[] = []
    for (let run = 0; run < runs; run++) {
      const alone = await p99()
      rounds.push({ alone, plain: await beside(ofPlain, p99), ours: await beside(ofOurs, p99) })
    }
    const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
    rows.push([
      String(connections),
      middle(({ alone }) => alone).toFixed(1),
      middle(({ plain }) => plain).toFixed(1),
      middle(({ ours }) => ours).toFixed(1),
      middle(({ alone, plain }) => plain / alone).toFixed(2),
      middle(({ alone, ours }) => ours / alone).toFixed(2),
    ])
  }
  const { bytes, refused } = await ofOurs.end()
  const { bytes: plainBytes } = await ofPlain.end()
  console.log(
    `userInfo beside ${DOWNLOADERS} who download ${megabytes(bytes)} MB, told ${refused} times to come later (plain: ${megabytes(plainBytes)} MB); ${memoryText(rss, ours)}`,
  )
  printAligned([['callers', 'p99 ms alone', 'beside plain', 'beside ours', 'plain ÷ alone', 'ours ÷ alone'], ...rows])
  await plain.stop()
  await ours.stop()
}

async function beside<T>({ tell, heard }: ReturnType<typeof startDownloaders>, work: () => Promise<T>): Promise<T> {
  tell('begin')
  await heard()
  const found = await work()
  tell('pause')
  await heard()
  return found
}

/** The first video that lies in this place. */
function oneUpload({ dataDir }: Place): string {
  const folder = join(dataDir, 'media/video/1')
  return join(folder, readdirSync(folder)[0]!)
}

const memoryText = (before: number, { memory }: Server): string =>
  `memory ${megabytes(before)} MB before, ${megabytes(memory().peak)} at most`

/** A process of their own: what they take would be the server's, or the callers'. */
function startDownloaders({ ports }: Server, parts: { url: string }[], people: number) {
  const { PATH, HOME } = process.env
  const addresses = parts.map(({ url }) => `http://127.0.0.1:${ports[0]}${url}`)
  const child: ChildProcess = fork(
    fileURLToPath(new URL('./downloaders.ts', import.meta.url)),
    [String(people), ...addresses],
    { env: { PATH, HOME }, execArgv: process.execArgv },
  )
  const gone = once(child, 'exit').then(() => Promise.reject(new Error('the downloaders ended')))
  gone.catch(() => undefined)
  const heard = async () =>
    (await Promise.race([once(child, 'message'), gone]))[0] as { bytes: number; refused: number }
  const tell = (word: 'once' | 'begin' | 'pause' | 'end') => void child.send(word)
  return {
    tell,
    heard,
    end: () => {
      tell('end')
      return heard()
    },
  }
}
