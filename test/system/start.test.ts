import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, stopApp } from '#test/app.ts'
import { get, newPerson, seal, textCapsule } from '#test/client.ts'
import { dropDatabase, newDatabase, smallPool } from '#test/databases.ts'
import { type AnyTables, openScratch } from '#test/engine.ts'
import { addressOf, ended, listenTo, runServer, runUncollected } from '#test/process.ts'

const WAITING = 'another process owns the data folder'
/** Far more time than a start takes; nothing here is about time. */
const WITHIN = { timeout: 60_000 }
const DEMO_LINE = '演示账号：手机号 13800000000，密码 capsule88'

let DATA_DIR: string
let DATABASE_URL: string | undefined
let children: ChildProcess[]
let ofGroups: number[]

beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'capsule-start-'))
  DATABASE_URL = await newDatabase()
  children = []
  ofGroups = []
})
afterEach(async () => {
  for (const pid of ofGroups) process.kill(-pid, 'SIGKILL')
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map(ended))
  await dropDatabase(DATABASE_URL)
  await rm(DATA_DIR, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): { child: ChildProcess; said: () => string } {
  const child = runServer({ DATA_DIR, LOG_LEVEL: 'warn', ...(DATABASE_URL && { DATABASE_URL }), ...env })
  children.push(child)
  return { child, said: listenTo(child) }
}

const ownerOf = (dataDir: string): number => JSON.parse(readFileSync(join(dataDir, 'pg', 'owner.lock'), 'utf8')).pid

/** A process' state (field 3) and how many threads it has left (field 20). */
function stateOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return { state: fields[0], threads: Number(fields[17]) }
}

describe.skipIf(process.env.DATABASE_URL)('a start beside an owner of the data folder', { timeout: 180_000 }, () => {
  it.runIf(process.platform === 'linux')('begins at once when that one was killed and is not collected', async () => {
    const parent = runUncollected({ DATA_DIR })
    children.push(parent)
    ofGroups.push(parent.pid!)
    await addressOf(parent)
    const owner = ownerOf(DATA_DIR)
    process.kill(owner, 'SIGKILL')
    await expect.poll(() => stateOf(owner), WITHIN).toEqual({ state: 'Z', threads: 1 })
    const { child, said } = start()
    await addressOf(child)
    expect(stateOf(owner).state).toBe('Z')
    expect(ownerOf(DATA_DIR)).toBe(child.pid)
    expect(said()).not.toContain(WAITING)
  })

  it('refuses after waiting when that one goes on; waits for one that is about to end, and says so once', async () => {
    const owner = start().child
    const address = await addressOf(owner)
    const inVain = start()
    expect(await ended(inVain.child)).toBe(1)
    expect(inVain.said()).toContain(WAITING)
    expect(inVain.said()).toContain(`正被另一个进程使用（pid ${owner.pid}），请先停止它。`)
    expect((await fetch(`${address}/health`)).status).toBe(200)

    const { child, said } = start()
    const taken = addressOf(child)
    await expect.poll(said, WITHIN).toContain(WAITING)
    owner.kill('SIGKILL')
    expect(await taken).toMatch(/^http/)
    expect(said().split(WAITING)).toHaveLength(2)
  })
})

describe.skipIf(process.env.DATABASE_URL)('what a start says when it is ready', { timeout: 180_000 }, () => {
  const development = { NODE_ENV: 'development', LOG_LEVEL: 'error' }

  it('is where it is, and whom to sign in as while there is a demonstration', async () => {
    const first = start({ ...development, SEED_DEMO: '1' })
    const address = await addressOf(first.child)
    await expect.poll(first.said, WITHIN).toBe(`已就绪：${address}\n${DEMO_LINE}\n`)
    first.child.kill('SIGTERM')
    await ended(first.child)
    const second = start(development)
    await expect.poll(second.said, WITHIN).toContain(DEMO_LINE)
  })

  it('names no demonstration that is not there', async () => {
    const { child, said } = start(development)
    const address = await addressOf(child)
    expect((await fetch(`${address}/health`)).status).toBe(200)
    expect(said()).toBe(`已就绪：${address}\n`)
  })
})

const newKey = (): string => randomBytes(32).toString('base64')
const keyFolder = (): string => join(DATA_DIR, 'keys')

/** Every file of the keys' folder with what is in it. */
async function keyFiles(): Promise<Record<string, string>> {
  const names = await readdir(keyFolder()).catch(() => [])
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(keyFolder(), name), 'utf8')])),
  )
}

/** Works in the database itself, while no process runs on it. */
async function inDatabase<T>(work: (db: Kysely<AnyTables>) => Promise<T>): Promise<T> {
  if (!DATABASE_URL) {
    const { db, close } = await openScratch(join(DATA_DIR, 'pg'))
    return work(db).finally(close)
  }
  const pool = smallPool({ connectionString: DATABASE_URL })
  const db = new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool }) })
  return work(db).finally(() => db.destroy())
}

const tablesNow = () =>
  inDatabase(async (db) => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
    return rows.map(({ name }) => name)
  })

/** Data that has only the fingerprint of its master key. Every migration is still to come. */
const makeLockedData = (fingerprint: string) =>
  inDatabase(async (db) => {
    // The embedded engine's template has today's tables.
    await sql.raw('drop schema public cascade; create schema public').execute(db)
    await sql`create table keyring (key_id text primary key, fingerprint text not null)`.execute(db)
    await db.insertInto('keyring').values({ key_id: 'master', fingerprint }).execute()
  })

/** Starts the server within this process, which does not end with it. */
const startHere = (env: Record<string, string> = {}) =>
  startApp({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL }, { LOG_LEVEL: 'silent', ...env })

/** Starts a server that must end by itself; its output. */
async function startInVain(): Promise<string> {
  const { child, said } = start()
  expect(await ended(child)).toBe(1)
  return said()
}

describe('a start without the master key of its data', { timeout: 180_000 }, () => {
  it('says which file is missing and leaves none behind; with the key back it reads what was sealed', async () => {
    const first = await startHere()
    const { token } = await newPerson(first.url)
    const id = await seal(first.url, token, textCapsule('<p>钥匙在别处</p>'))
    await stopApp(first)
    await rename(keyFolder(), `${keyFolder()}.away`)
    const said = await startInVain()
    expect(said).toContain(`找不到文件 ${join(keyFolder(), 'master.key')}`)
    expect(said).toContain('MASTER_KEY')
    expect(await readdir(DATA_DIR)).not.toContain('keys')
    await mkdir(keyFolder())
    await writeFile(join(keyFolder(), 'note'), 'mine')
    await expect(startHere()).rejects.toThrow('缺少主密钥')
    expect(await keyFiles()).toEqual({ note: 'mine' })
    await rm(keyFolder(), { recursive: true })
    await rename(`${keyFolder()}.away`, keyFolder())
    const again = await startHere()
    const { capsules } = await get(again.url, 'myClosedCapsules', {}, { token })
    expect(capsules.data.map((capsule) => capsule.id)).toEqual([id])
    await stopApp(again)
  })

  it('stops before the first migration, and so does one with another key', async () => {
    await makeLockedData('0123456789abcdef')
    await expect(startHere()).rejects.toThrow('缺少主密钥')
    await expect(startHere({ MASTER_KEY: newKey() })).rejects.toThrow('主密钥与这个数据库不相符')
    expect(await keyFiles()).toEqual({})
    expect(await tablesNow()).toEqual(['keyring'])
  })

  it.runIf(process.env.DATABASE_URL)(
    'is not meant by two that begin an empty database at once with one key',
    async () => {
      const MASTER_KEY = newKey()
      const urls = await Promise.all([1, 2].map(() => addressOf(start({ MASTER_KEY }).child)))
      const { token } = await newPerson(urls[0]!)
      expect((await get(urls[1]!, 'userInfo', {}, { token })).user.time_count).toBe(6)
    },
  )
})
