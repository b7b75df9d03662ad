import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { release } from '#server/platform/clock/clockRow.ts'
import { jobs } from '#server/start/jobs.ts'
import { startApp, stopApp } from '#test/app.ts'
import { get } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { type Golden, goldenNames, readGolden, unpackGolden } from '#test/golden.ts'
import { makeFolder } from '#test/ours.mjs'
import { ended } from '#test/process.ts'
import { DRILL, drill, THOROUGH } from '#test/thorough.ts'

const NAMES = goldenNames()
const OLDEST = NAMES[0]!
const NEWEST = NAMES.at(-1)!
const DB = join(import.meta.dirname, '..', '..', 'server', 'platform', 'db')
const CHILD = join(DB, 'migrating.child.mjs')
const MIGRATIONS = join(DB, 'migrations')

/**
 * Every migration that the newest folder has not run yet; the folder's name ends with the last one it has run. Kills inside
 * earlier migrations were tested when those were new; each new folder begins a new list.
 */
const since = (await readdir(MIGRATIONS))
  .filter((name) => name.endsWith('.sql') && name.slice(0, 3) > NEWEST.slice(-3))
  .sort()
/** Folders started as they are; every run also reads the oldest, after it was put back from its copy. */
const startedAsTheyAre = THOROUGH ? NAMES : [NEWEST]

let scratch: string
beforeAll(() => {
  scratch = makeFolder('golden')
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

async function unpacked(name: string): Promise<string> {
  const dataDir = await mkdtemp(join(scratch, `${name}-`))
  unpackGolden(name, dataDir)
  return dataDir
}

/** Starts today's product on it, which migrates, and finds everything as it was written; every invariant holds. */
async function readsAll(dataDir: string, golden: Golden): Promise<void> {
  const app = await startApp({ dataDir, databaseUrl: undefined }, { LOG_LEVEL: 'silent' })
  try {
    // The folder lies elsewhere, and was long out of use: an operator looks, and confirms that the clock is right.
    await release(app.services.db)
    await readsThrough(app, golden)
  } finally {
    await stopApp(app)
  }
}

type App = Awaited<ReturnType<typeof startApp>>

async function readsThrough({ url, services }: App, { tel, password, ids, texts, ...golden }: Golden): Promise<void> {
  const person = await get(url, 'login', { tel, password })
  const detailOf = async (capsule_id: string) => (await get(url, 'capsuleDetail', { capsule_id }, person)).capsule
  const itemOf = async (id: string) => (await detailOf(id)).capsule_content!.content[0]!
  const textOf = async (id: string) => (await itemOf(id)).content
  const { user } = await get(url, 'userInfo', {}, person)
  const { time_count: time, diary_count: diary, forecast_count: forecast } = user
  expect({ time, diary, forecast }).toEqual(golden.balances)

  const listed = async (name: 'myClosedCapsules' | 'myOpenCapsules') =>
    (await get(url, name, {}, person)).capsules.data.map(({ id }) => id)
  expect(await listed('myClosedCapsules')).toEqual(
    expect.arrayContaining([ids.sealed, ids.picture, ids.due, ids.prediction]),
  )
  expect(await listed('myOpenCapsules')).toContain(ids.opened)
  for (const name of ['opened', 'diary', 'draft'] as const) expect(await textOf(ids[name]), name).toBe(texts[name])
  const sealed = await detailOf(ids.sealed)
  expect(sealed.long_tag).toBe(texts.title)
  expect(sealed.capsule_content).toBeUndefined()

  // This capsule is opened as it lies there, with the lock of its time; the others with today's.
  await get(url, 'unseal', { capsule_id: ids.due }, person)
  expect((await detailOf(ids.due)).send_word).toBe(texts.words)
  expect(await textOf(ids.due)).toBe(texts.due)
  for (const { run } of jobs) await run(services, new AbortController().signal)
  for (const name of ['sealed', 'picture', 'prediction'] as const) {
    await comeDue(services, ids[name])
    await get(url, 'unseal', { capsule_id: ids[name] }, person)
  }
  expect(await textOf(ids.sealed)).toBe(texts.sealed)
  expect(await textOf(ids.prediction)).toBe(texts.prediction)
  const item = await itemOf(ids.picture)
  expect(item.comment).toBe(texts.comment)
  const bytes = Buffer.from(await (await fetch(new URL(item.content, url))).arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(golden.pictureSha256)
  expect((await fetch(new URL(await textOf(ids.pictureDraft), url))).status).toBe(200)
}

/** A process that was killed at this migration, before its commit or right after. */
async function killedAt(migration: string, moment: 'before' | 'after', dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [CHILD, join(dataDir, 'pg'), migration, moment], { stdio: 'inherit' })
  await ended(child)
  expect(child.signalCode, migration).toBe('SIGKILL')
}

/** Only the embedded engine has data folders of this kind. */
describe.skipIf(process.env.DATABASE_URL)('a data folder that an earlier version wrote', () => {
  it.each(startedAsTheyAre)(
    '%s starts today and is read as it was written',
    { timeout: 120_000, ...DRILL },
    async (name) => {
      await readsAll(await unpacked(name), readGolden(name))
    },
  )

  drill(
    `finishes its upgrade after a kill inside each of ${since.length} migrations, and after one behind it`,
    {
      timeout: 480_000,
    },
    async () => {
      expect(since.length).toBeGreaterThan(0)
      const golden = readGolden(NEWEST)
      const walking = await unpacked(NEWEST)
      for (const migration of since) {
        const copy = join(scratch, migration)
        await mkdir(copy)
        cpSync(walking, copy, { recursive: true })
        await Promise.all([
          killedAt(migration, 'before', copy).then(() => readsAll(copy, golden)),
          killedAt(migration, 'after', walking),
        ])
        await rm(copy, { recursive: true })
      }
      await readsAll(walking, golden)
    },
  )

  drill(
    'is put back and upgraded when the start that was killed had kept a way back',
    { timeout: 120_000 },
    async () => {
      const dataDir = await unpacked(OLDEST)
      cpSync(join(dataDir, 'pg'), join(dataDir, 'pg.before'), { recursive: true })
      await killedAt(since.at(-1)!, 'before', dataDir)
      await readsAll(dataDir, readGolden(OLDEST))
      expect((await readdir(dataDir)).filter((name) => name.startsWith('pg'))).toEqual(['pg'])
    },
  )
})
