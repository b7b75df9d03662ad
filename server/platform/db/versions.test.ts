import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeLog } from '#server/start/services.ts'
import { withEmbedded } from '#server/upkeep/backup/scratch.ts'
import { makeDatabase, startApp, stopApp } from '#test/app.ts'
import { get, newPerson, seal, textCapsule } from '#test/client.ts'
import { beginCommandOf, commandOf } from '#test/command.ts'
import { dropDatabase } from '#test/databases.ts'
import { addressOf, ended, listenTo, runServer } from '#test/process.ts'
import { makeRelease, PLANTED } from '#test/release.ts'
import type { Db } from './db.ts'
import { openMaintenanceConnection } from './maintenanceConnection.ts'

/** Longer than any statement of a call may take, and than the driver waits for one. */
const LONG_SECONDS = 17
const WAITING = '另一个进程正在升级数据库，等它完成'
const AGAIN = '秒后再试'
const WITHIN = { timeout: 240_000, interval: 100 }
const onServer = process.env.DATABASE_URL !== undefined

let dataDir: string
let databaseUrl: string | undefined
let children: ChildProcess[]
let undo: (() => unknown)[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'capsule-versions-'))
  databaseUrl = await makeDatabase()
  children = []
  undo = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map(ended))
  for (const one of undo) await one()
  await dropDatabase(databaseUrl)
  await rm(dataDir, { recursive: true, force: true })
})

const settings = () => ({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })

function later(migration: string): string {
  const release = makeRelease(migration)
  undo.push(release.remove)
  return release.root
}

/** A process of this version, or of the release in this folder. */
function start(root?: string) {
  const child = runServer({ ...settings(), LOG_LEVEL: 'warn' }, root)
  children.push(child)
  const address = addressOf(child)
  // Not every one is meant to come so far.
  address.catch(() => {})
  return { child, said: listenTo(child), address }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended(child)).toBe(0)
}

/** To a server by the command, which says what it waits for; to a folder by a start. */
async function upgrade(root: string): Promise<void> {
  if (onServer) {
    const { code, out } = await commandOf(root, settings(), 'migrate', '--without-backup')
    expect([code, out]).toEqual([0, expect.stringContaining(PLANTED)])
    return
  }
  const { child, address } = start(root)
  await address
  await stop(child)
}

function beginUpgrade(root: string) {
  const child = beginCommandOf(root, settings(), 'migrate', '--without-backup')
  children.push(child)
  return { child, said: listenTo(child) }
}

async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  if (!databaseUrl) return withEmbedded(join(dataDir, 'pg'), makeLog('error'), work)
  const { db, close } = openMaintenanceConnection(databaseUrl)
  return work(db).finally(close)
}

/** Somebody who has sealed something with a process of this version. */
async function lived(url: string) {
  const { token } = await newPerson(url)
  await seal(url, token, textCapsule('<p>升级之前</p>'))
  return token
}

async function servesOn(url: string, token: string): Promise<void> {
  await seal(url, token, textCapsule('<p>升级之后</p>'))
  const { capsules } = await get(url, 'myClosedCapsules', {}, { token })
  expect(capsules.data.length).toBeGreaterThan(1)
}

const validIndexes = () =>
  inDatabase(async (db) => {
    const { rows } = await sql<{ name: string; valid: boolean }>`
      select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
      where relname like 'planted%' order by 1`.execute(db)
    return rows.map(({ name, valid }) => `${name} ${valid}`)
  })

const INDEXES = `-- compatible
-- concurrently
-- Found by title.
create index concurrently if not exists planted_nickname on users (nickname);
create unique index concurrently if not exists planted_opened on capsules (id) where status = 2;
`

/** One statement, which takes longer than that and then until the test has seen enough. */
const LONG = `-- compatible
do $$ begin
  perform pg_sleep(${LONG_SECONDS});
  while not exists (select from enough) loop perform pg_sleep(0.1); end loop;
end $$;
`

describe('a version on the tables of a newer one', { timeout: 600_000 }, () => {
  /** This version within this process; only the newer one takes a folder of its own. */
  const startHere = () => startApp({ dataDir, databaseUrl }, { LOG_LEVEL: 'silent' })

  async function upgradedBy(migration: string) {
    const older = await startHere()
    const token = await lived(older.url)
    await stopApp(older)
    await upgrade(later(migration))
    return token
  }
  async function servesHere(token: string): Promise<void> {
    const app = await startHere()
    await servesOn(app.url, token).finally(() => stopApp(app))
  }

  it('starts and serves where all that it does not know is marked compatible', async () => {
    const token = await upgradedBy('-- compatible\nalter table capsules add column planted text;\n')
    await servesHere(token)
  })

  it('refuses where a migration that it does not know is not', async () => {
    await upgradedBy('alter table capsules add column planted text;\n-- compatible\n')
    await expect(startHere()).rejects.toThrow(`不认识的迁移 ${PLANTED}`)
  })

  it('has the indexes of a file that builds them while people write, on either engine', async () => {
    const token = await upgradedBy(INDEXES)
    expect(await validIndexes()).toEqual(['planted_nickname true', 'planted_opened true'])
    await servesHere(token)
  })
})

describe.runIf(onServer)('an upgrade of a server while people work', { timeout: 600_000 }, () => {
  /** A transaction with this statement, held open until it is let go. */
  async function holding(statement: string) {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    undo.unshift(() => client.end())
    await client.query('begin')
    await client.query(statement)
    return { letGo: () => client.query('rollback') }
  }

  it(`takes ${LONG_SECONDS} seconds if it must; who is at work serves on, who starts says that it waits, and goes on`, async () => {
    const older = await start().address
    const token = await lived(older)
    await inDatabase((db) => sql`create table enough (id int)`.execute(db))
    const root = later(LONG)
    const upgrading = beginUpgrade(root)
    let done = false
    const over = ended(upgrading.child).then((code) => {
      done = true
      return code
    })
    const isHeld = () =>
      inDatabase(
        async (db) => (await sql`select from pg_locks where locktype = 'advisory' and granted`.execute(db)).rows,
      )
    await expect.poll(async () => (await isHeld()).length, WITHIN).toBe(1)
    const starting = start(root)
    await expect.poll(starting.said, WITHIN).toContain(WAITING)
    // One of this version has nothing to wait for.
    await servesOn(await start().address, token)
    expect(done).toBe(false)
    await inDatabase((db) => sql`insert into enough values (1)`.execute(db))
    while (!done) expect((await get(older, 'userInfo', {}, { token })).user.diary_count).toBeDefined()
    expect([await over, upgrading.said()]).toEqual([0, expect.stringContaining(`已升级：${PLANTED}`)])
    await servesOn(await starting.address, token)
    await servesOn(older, token)
  })

  it('does not stand in line for a table that somebody holds: it comes again, and others have their turn', async () => {
    const url = await start().address
    const token = await lived(url)
    const reading = await holding('lock table capsules in access share mode')
    const upgrading = beginUpgrade(later('-- compatible\nalter table capsules add column planted text;\n'))
    await expect.poll(upgrading.said, WITHIN).toContain(AGAIN)
    await servesOn(url, token)
    await reading.letGo()
    expect([await ended(upgrading.child), upgrading.said()]).toEqual([0, expect.stringContaining(`已升级：${PLANTED}`)])
    await servesOn(url, token)
  })

  it('that is killed while it builds an index frees its lock, and the next one builds it anew', async () => {
    const url = await start().address
    const token = await lived(url)
    const writing = await holding('lock table capsules in row exclusive mode')
    const root = later(INDEXES)
    const upgrading = beginUpgrade(root)
    await expect.poll(validIndexes, WITHIN).toEqual(['planted_nickname true', 'planted_opened false'])
    await servesOn(url, token)
    upgrading.child.kill('SIGKILL')
    const building = () =>
      inDatabase(
        async (db) =>
          (
            await sql`select from pg_stat_activity where datname = current_database() and query like 'create unique index%'
            and state = 'active'`.execute(db)
          ).rows.length,
      )
    await expect.poll(building, WITHIN).toBe(0)
    await writing.letGo()
    expect(await validIndexes()).toEqual(['planted_nickname true', 'planted_opened false'])
    await upgrade(root)
    expect(await validIndexes()).toEqual(['planted_nickname true', 'planted_opened true'])
    await servesOn(url, token)
  })
})
