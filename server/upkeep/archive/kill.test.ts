import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { ARCHIVE_STATE } from '#contract/archive.ts'
import type { Settings } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/db.ts'
import { openMaintenanceConnection } from '#server/platform/db/maintenanceConnection.ts'
import { makeLog } from '#server/start/services.ts'
import { withEmbedded } from '#server/upkeep/backup/scratch.ts'
import { developmentNumber } from '#server/upkeep/sunset/developmentNumbers.ts'
import { makeDatabase, startApp, stopApp, storeSettings } from '#test/app.ts'
import { bytesOfParts, filesIn, keepParts, newestArchive } from '#test/archives.ts'
import { openCap } from '#test/cap.ts'
import { get, later, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { dropDatabase } from '#test/databases.ts'
import { give } from '#test/grants.ts'
import { bytesOf, jpeg } from '#test/media.ts'
import { addressOf, ended, runServer } from '#test/process.ts'
import { drill } from '#test/thorough.ts'
import { BITE_ROWS } from './bite.ts'
import { clearArchives, makeArchives } from './make.ts'
import { verifyArchive } from './verifyArchive.ts'

/** The embedded engine starts twice for each, the server of a database not at all. */
const KILLS = process.env.DATABASE_URL ? 10 : 4
const DIARIES = 4 * BITE_ROWS + 20
const SEALED = BITE_ROWS + 10
const ROWS = DIARIES + SEALED
const OPENS = '2036-05-20 08:00:00'
/** One diary in so many has a picture and a file. */
const PICTURE_EVERY = 10
const FILE_BYTES = 1_500_000
/** After the rows that a kill waits for it waits for a moment that nobody chose, about as long as a bite. */
const MOMENT_MS = 150
const never = new AbortController().signal

const folder = mkdtemp(join(tmpdir(), 'capsule-archive-'))
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(await folder, { recursive: true, force: true })
})

drill(
  `an archive whose making is killed with -9 ${KILLS} times is byte for byte the one that is made at once, and its sealed ones open`,
  { timeout: 480_000 },
  async () => {
    const place = { dataDir: await folder, databaseUrl: await makeDatabase() }
    const env = {
      MASTER_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: place.databaseUrl ?? '',
      DATA_DIR: place.dataDir,
      ...storeSettings(),
    }
    const inApp = <T>(work: (app: Awaited<ReturnType<typeof startApp>>) => Promise<T>) => withinApp(place, env, work)
    const token = await inApp(async (app) => {
      const person = await writer(app)
      await get(app.url, 'exportCreate', {}, { token: person })
      return person
    })

    for (let kills = 0; kills < KILLS; ) {
      const { child, url } = await start(env)
      await cutMoment(url, token, Math.floor((ROWS * kills) / KILLS))
      child.kill('SIGKILL')
      await ended(child)
      if (await inDatabase(place, isInMaking)) kills++
      else await inDatabase(place, beginAnew)
    }

    const { child, url } = await start(env)
    await expect.poll(async () => (await newestArchive({ url }, token)).state, WAITING).toBe(ARCHIVE_STATE.ready)
    const often = await newestArchive({ url }, token)
    const bytes = await bytesOfParts(url, often)
    child.kill('SIGKILL')
    await ended(child)
    expect(often).toMatchObject({ done: ROWS, total: ROWS, missing: [] })
    const downloads = join(place.dataDir, 'downloads')
    await mkdir(downloads)
    expect(await verifyArchive(await keepParts(downloads, often, bytes))).toContain('归档完好')

    await inApp(async (app) => {
      await beginAnew(app.services.db)
      await makeArchives(app.services, never)
      const once = await newestArchive(app, token)
      const [before, after] = [await filesIn(bytes), await filesIn(await bytesOfParts(app.url, once))]
      const differing = [...after].filter(([name, file]) => !before.get(name)?.equals(file)).map(([name]) => name)
      // Every making locks what is sealed under new keys.
      expect(differing.filter((name) => !/^data\/sealed\/|manifest/.test(name))).toEqual([])
      const caps = [...before].filter(([name]) => name.startsWith('data/sealed/'))
      const opened = caps.map(([, cap]) => openCap(cap, developmentNumber(app.services, '2036-05')).item.parts)
      expect(opened).toEqual(Array(SEALED).fill([{ kind: 'text', html: '<p>到那天再读</p>', remark: '' }]))
      await get(app.url, 'exportCancel', { id: once.id }, { token })
      await clearArchives(app.services, never)
    })
    expect(await filesBelow(join(place.dataDir, 'media', 'made'))).toEqual([])
    await dropDatabase(place.databaseUrl)
  },
)

const WAITING = { timeout: 60_000 }

type App = Awaited<ReturnType<typeof startApp>>
type Place = Parameters<typeof startApp>[0]

async function withinApp<T>(place: Place, env: Settings, work: (app: App) => Promise<T>) {
  const app = await startApp(place, env)
  try {
    return await work(app)
  } finally {
    await stopApp(app)
  }
}

/** The database alone opens sooner than an application. */
function inDatabase<T>({ dataDir, databaseUrl }: Place, work: (db: Db) => Promise<T>): Promise<T> {
  if (!databaseUrl) return withEmbedded(join(dataDir, 'pg'), makeLog('silent'), work)
  const { db, close } = openMaintenanceConnection(databaseUrl)
  return work(db).finally(close)
}

/** A person whose diaries take several bites. */
async function writer(app: App): Promise<string> {
  const { token } = await newPerson(app.url)
  const { user } = await get(app.url, 'userInfo', {}, { token })
  await give(app.services, Number(user.id), [{ kind: 'diary', amount: DIARIES }])
  for (let at = 0; at < DIARIES; at++) {
    const content = at % PICTURE_EVERY === 0 ? await mediaOf(app.url, token, at) : textOf(at)
    await get(app.url, 'createDiaryCapsule', content, { token })
  }
  await give(app.services, Number(user.id), [{ kind: 'time', amount: SEALED }])
  for (let at = 0; at < SEALED; at++)
    await seal(app.url, token, textCapsule('<p>到那天再读</p>', { long_tag: `第${at}封`, open_time: OPENS }))
  return token
}

const textOf = (at: number) => ({ content: textCapsule(`<p>第${at}天。${'今天的风很大。'.repeat(40)}</p>`).content })

async function mediaOf(url: string, token: string, at: number) {
  const picture = await upload(url, token, 'image', await jpeg({ width: 1600, height: 1200, seed: at }), 'jpg')
  const file = await upload(url, token, 'file', bytesOf(FILE_BYTES, at), 'bin')
  const content = [
    { type: 1 as const, content: picture, comment: `第${at}天` },
    { type: 3 as const, content: file, comment: '', name: `${at}.bin` },
  ]
  return { content, content_type: 1 as const }
}

async function start(env: Settings): Promise<{ child: ChildProcess; url: string }> {
  const child = runServer(env)
  children.push(child)
  return { child, url: await addressOf(child) }
}

/** Waits until so many rows are done, or all is, and a moment longer. */
async function cutMoment(url: string, token: string, rows: number): Promise<void> {
  for (let done = -1; done < rows; ) {
    const archive = await newestArchive({ url }, token)
    done = archive.state === ARCHIVE_STATE.ready ? rows : archive.done
    await later(5)
  }
  await later(Math.random() * MOMENT_MS)
}

/** Whether the archive was not ready yet. Its silence ends at once: the next process need not wait for it. */
async function isInMaking(db: Db): Promise<boolean> {
  const { rows } = await sql`update archives set taken_until = null where ready_at is null returning id`.execute(db)
  return rows.length > 0
}

/** As if the archive had just been asked for, at the moment at which it was. */
const beginAnew = (db: Db) =>
  sql`update archives set ready_at = null, progress = '{}', parts = '[]', missing = '[]', done = 0, total = 0, bytes = 0`.execute(
    db,
  )

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
