import { type ChildProcess, execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { runCommand } from '#server/http/commands.ts'
import { makeDatabase, startApp, stopApp, withApp } from '#test/app.ts'
import { ask, get, inSeconds, later, newPerson, seal, textCapsule } from '#test/client.ts'
import { copyDatabase, dropDatabase } from '#test/databases.ts'
import { comeDue } from '#test/due.ts'
import { freePort } from '#test/freePort.ts'
import { addressOf, ended, runServer } from '#test/process.ts'
import { type Clock, compare, makeClock, type Seen } from './clock.ts'
import { release } from './clockRow.ts'

const DAY_MS = 86_400_000
const app = withApp()

const outbox = async (url: string, tel: string) =>
  ((await (await fetch(`${url}/dev/outbox?to=${tel}`)).json()) as { template: string }[]).filter(
    ({ template }) => template !== 'code',
  )
const health = async (url: string) => (await fetch(`${url}/health`)).json()
const lastMomentAgo = (days: number) =>
  sql`update clock set last_at = now() - make_interval(days => ${days})`.execute(app.services.db)

describe('the clock', () => {
  it('that leaves the monotonic one by more than five minutes holds opening and sending until it is confirmed', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { open_time: inSeconds(2) }))
    let behind = 0
    const steady = { now: () => performance.now() - behind }
    await withClock(await makeClock(app.services, steady), async () => {
      await later(2_100)
      behind = 2 * DAY_MS
      // Not even looked at yet, nothing opens by it.
      expect(await ask(app.url, 'unseal', { capsule_id }, owner)).toMatchObject({
        code: 2,
        message: '系统正在核对时间，请稍后再解封',
      })
      await sendNotices(app.services)
      expect(await outbox(app.url, owner.tel)).toEqual([])
      expect(await health(app.url)).toEqual({ status: 'ok', held: 'jump' })
      await sendNotices(app.services)
      expect(await ask(app.url, 'unseal', { capsule_id }, owner)).toMatchObject({ code: 2 })
      await release(app.services.db)
      await sendNotices(app.services)
      expect(await health(app.url)).toEqual({ status: 'ok' })
      expect(await outbox(app.url, owner.tel)).toHaveLength(1)
      await get(app.url, 'unseal', { capsule_id }, owner)
    })
  })

  it('that drifts by less holds nothing', async () => {
    let behind = 0
    const clock = await makeClock(app.services, { now: () => performance.now() - behind })
    behind = 4 * 60_000
    await clock.look()
    expect(clock.held()).toBeUndefined()
  })

  it('after three days of standing still sends at once what was due by then, late but once', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>'))
    await comeDue(app.services, capsule_id, { daysAgo: 4 })
    await lastMomentAgo(3)
    await withClock(await makeClock(app.services), async () => {
      await sendNotices(app.services)
      await sendNotices(app.services)
      expect(await outbox(app.url, owner.tel)).toMatchObject([{ template: 'openOwner' }])
    })
    await release(app.services.db)
  })

  it('after more than thirty days of standing still holds until it is confirmed, or a second source agrees', async () => {
    await lastMomentAgo(31)
    const held = await makeClock(app.services)
    expect(held.held()).toBe('pause')
    await held.look()
    expect(held.held()).toBe('pause')
    const config = { ...app.services.config, timeSource: app.url }
    const other = await makeClock({ ...app.services, config })
    expect(other.held()).toBeUndefined()
    await held.look()
    expect(held.held()).toBeUndefined()
  })

  it('of a second source that says another time releases nothing', async () => {
    await lastMomentAgo(31)
    const config = { ...app.services.config, timeSource: 'http://127.0.0.1:9' }
    const clock = await makeClock({ ...app.services, config })
    await clock.look()
    expect(clock.held()).toBe('pause')
    await release(app.services.db)
  })
})

describe('a hold', () => {
  /** A clock that finds itself two days behind the database's from the second look on. */
  async function jumping() {
    let behind = 0
    const clock = await makeClock(app.services, { now: () => performance.now() - behind })
    return {
      clock,
      jump: () => {
        behind = 2 * DAY_MS
      },
    }
  }
  async function dueCapsule() {
    const owner = await newPerson(app.url)
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>'))
    await comeDue(app.services, capsule_id)
    return () => ask(app.url, 'unseal', { capsule_id }, owner)
  }
  afterEach(() => release(app.services.db))

  it('for a restored backup and one for a jump do not hide each other', async () => {
    const unseal = await dueCapsule()
    const { clock, jump } = await jumping()
    await withClock(clock, async () => {
      await runCommand(app.services, ['clock', 'hold'])
      jump()
      await app.services.clock.look()
      expect(await unseal()).toMatchObject({ code: 2 })
      await runCommand(app.services, ['clock', 'hold'])
      expect(await unseal()).toMatchObject({ code: 2 })
      await runCommand(app.services, ['clock', 'confirm'])
      expect(await unseal()).toMatchObject({ code: 1000 })
    })
  })

  it('for a restored backup is released by no second source, however old it is', async () => {
    await sql`update clock set place = 'elsewhere', last_at = now() - interval '31 days'`.execute(app.services.db)
    const clock = await makeClock({ ...app.services, config: { ...app.services.config, timeSource: app.url } })
    expect(clock.held()).toBe('restored')
    await clock.look()
    expect(clock.held()).toBe('restored')
  })

  it('for a jump comes even where it could not be written down at first, and nothing opens meanwhile', async () => {
    const unseal = await dueCapsule()
    const { clock, jump } = await jumping()
    const { db } = app.services
    await withClock(clock, async () => {
      jump()
      await sql`create function away() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$`.execute(
        db,
      )
      await sql`create trigger away before update on clock for each row execute function away()`.execute(db)
      await expect(app.services.clock.look()).rejects.toThrow()
      expect(await unseal()).toMatchObject({ code: 2 })
      await sql`drop trigger away on clock`.execute(db)
      await app.services.clock.look()
      expect(app.services.clock.held()).toBe('jump')
      expect(await unseal()).toMatchObject({ code: 2 })
    })
  })

  it('that somebody has confirmed is not taken back by a process that looks late', async () => {
    const [one, two] = [await jumping(), await jumping()]
    one.jump()
    two.jump()
    await one.clock.look()
    expect(one.clock.held()).toBe('jump')
    await release(app.services.db)
    await two.clock.look()
    expect(two.clock.held()).toBeUndefined()
  })

  it('does not come of an answer that took its time, nor of a drift that is followed', async () => {
    let extra = 0
    const clock = await makeClock(app.services, { now: () => performance.now() + extra })
    const looking = clock.look()
    extra = 6 * 60_000
    await looking
    expect(clock.held()).toBeUndefined()

    // This process counts 50 millionths too slowly for a hundred days, and looks once an hour.
    const HOUR_MS = 3_600_000
    let seen: Seen = { at: 0, steady: 0 }
    for (let hour = 1; hour <= 2_400; hour++) {
      const { jumped, next } = compare(seen, { at: hour * HOUR_MS, steady: hour * HOUR_MS * (1 - 50e-6) })
      expect(jumped).toBe(false)
      seen = next
    }
    const { steady } = seen
    expect(compare(seen, { at: seen.at + 6 * 60_000, steady }).jumped).toBe(true)
    expect(compare(seen, { at: seen.at - 6 * 60_000, steady }).jumped).toBe(true)
  })
})

async function withClock(clock: Clock, work: () => Promise<void>): Promise<void> {
  const before = { ...app.services.clock }
  Object.assign(app.services.clock, clock)
  await work().finally(() => Object.assign(app.services.clock, before))
}

describe('a backup that was put back', () => {
  it('sends nothing it may have sent before, until somebody has confirmed it', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'capsule-restored-'))
    const databaseUrl = await makeDatabase()
    const dataDir = join(folder, 'data')
    let running = await startApp({ dataDir, databaseUrl })
    const owner = await newPerson(running.url)
    const capsule_id = await seal(running.url, owner.token, textCapsule('<p>x</p>', { open_time: inSeconds(2) }))
    await stopApp(running)
    // The backup, then the notice, then the backup again in its place.
    const backup = databaseUrl ? await copyDatabase(databaseUrl) : undefined
    if (!databaseUrl) await cp(dataDir, join(folder, 'backup'), { recursive: true })
    await later(2_000)
    running = await startApp({ dataDir, databaseUrl })
    await sendNotices(running.services)
    expect(await outbox(running.url, owner.tel)).toHaveLength(1)
    await stopApp(running)
    if (!databaseUrl) {
      await rm(dataDir, { recursive: true })
      await rename(join(folder, 'backup'), dataDir)
    }
    running = await startApp({ dataDir, databaseUrl: backup })
    await sendNotices(running.services)
    expect(await outbox(running.url, owner.tel)).toEqual([])
    expect(await health(running.url)).toMatchObject({ status: 'ok', held: 'restored' })
    await stopApp(running)
    // Still held after another start, which finds it where it was.
    running = await startApp({ dataDir, databaseUrl: backup })
    await sendNotices(running.services)
    expect(await outbox(running.url, owner.tel)).toEqual([])
    // Its time has come all the same: opening is not held by it.
    await release(running.services.db)
    await sendNotices(running.services)
    expect(await outbox(running.url, owner.tel)).toHaveLength(1)
    await get(running.url, 'unseal', { capsule_id }, owner)
    await stopApp(running)
    await dropDatabase(databaseUrl)
    await dropDatabase(backup)
    await rm(folder, { recursive: true, force: true })
  })
})

/** A whole process whose own clock jumps, its database's with it. */
describe.skipIf(process.env.DATABASE_URL)('a running server', () => {
  const folder = mkdtemp(join(tmpdir(), 'capsule-clock-'))
  let child: ChildProcess | undefined
  afterAll(async () => {
    child?.kill('SIGKILL')
    await rm(await folder, { recursive: true, force: true })
  })

  it('whose clock jumps two days ahead opens and sends nothing until `npm run clock -- confirm`', {
    timeout: 90_000,
  }, async () => {
    const dir = await folder
    const file = join(dir, 'ahead')
    await writeFile(file, '0')
    const port = String(await freePort())
    const env = {
      DATA_DIR: join(dir, 'data'),
      PORT: port,
      CLOCK_AHEAD_FILE: file,
      NODE_OPTIONS: `--import ${resolve('test/fakeClock.mjs')}`,
    }
    child = runServer({ ...env, LOG_LEVEL: 'silent' })
    const url = await addressOf(child)
    const owner = await newPerson(url)
    const open_time = inSeconds(DAY_MS / 1000)
    const capsule_id = await get(url, 'createTimeCapsule', textCapsule('<p>x</p>', { open_time }), {
      token: owner.token,
      key: randomUUID(),
    }).then((made) => made.capsule_id)
    await writeFile(file, String(2 * DAY_MS))
    expect(await ask(url, 'unseal', { capsule_id }, owner)).toMatchObject({ code: 2 })
    await expect.poll(() => health(url), { timeout: 15_000 }).toEqual({ status: 'ok', held: 'jump' })
    // Longer than the job's turn.
    await later(6_000)
    expect(await outbox(url, owner.tel)).toEqual([])
    expect(await ask(url, 'unseal', { capsule_id }, owner)).toMatchObject({
      code: 2,
      message: '系统正在核对时间，请稍后再解封',
    })
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/cli.js', 'clock', 'confirm'], {
      env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env },
    })
    expect(stdout).toContain('一切正常')
    await expect.poll(() => outbox(url, owner.tel), { timeout: 15_000 }).toHaveLength(1)
    await get(url, 'unseal', { capsule_id }, owner)
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
  })
})
