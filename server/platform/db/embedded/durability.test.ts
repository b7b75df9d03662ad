import { spawn } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openScratch, scratchFolder } from '#test/engine.ts'
import { rounds } from '#test/thorough.ts'
import { unpackTemplate } from './open.ts'

const WRITER = fileURLToPath(new URL('./writer.child.mjs', import.meta.url))
const FAULTY_WORKER = fileURLToPath(new URL('./faulty.worker.mjs', import.meta.url))
const KILLS = rounds(10, 2)

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  vi.unstubAllEnvs()
})

async function folder() {
  const { folder, remove } = await scratchFolder()
  undo.push(remove)
  return folder
}

async function open(...options: Parameters<typeof openScratch>) {
  const opened = await openScratch(...options)
  undo.push(opened.close)
  return opened
}

function startWriter(dataDir: string) {
  const child = spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout.on('data', (text) => {
    said.out += text
  })
  child.stderr.on('data', (text) => {
    said.err += text
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const rows = () => said.out.split('\n').slice(0, -1).map(Number)
  const wrote = (count: number) => vi.waitUntil(() => rows().length >= count || child.exitCode !== null, 60_000)
  const kill = () => {
    child.kill('SIGKILL')
    return ended
  }
  undo.push(kill)
  return { rows, wrote, kill, ended, error: () => said.err }
}

describe('an engine that is open', () => {
  let scratch: Awaited<ReturnType<typeof scratchFolder>>
  let opened: Awaited<ReturnType<typeof openScratch>>
  beforeAll(async () => {
    scratch = await scratchFolder()
    opened = await openScratch(scratch.folder)
  })
  afterAll(() => opened.close().finally(scratch.remove))

  test('every acknowledged write was synced before', async () => {
    const { engine, db } = opened
    await sql`create table synced (id int)`.execute(db)
    for (let id = 0; id < 50; id++) {
      const before = await engine.syncCount()
      if (id % 2) await db.insertInto('synced').values({ id }).execute()
      else await db.transaction().execute((db) => db.insertInto('synced').values({ id }).execute())
      expect(await engine.syncCount()).toBeGreaterThan(before)
    }
  })

  test('reading syncs nothing', async () => {
    const { engine, db } = opened
    await sql`select count(*) from pg_class`.execute(db)
    const before = await engine.syncCount()
    for (let i = 0; i < 50; i++) await sql`select count(*) from pg_class`.execute(db)
    expect(await engine.syncCount()).toBe(before)
  })
})

test(`no acknowledged row is missing after ${KILLS} kills, and no half of a transaction is there`, async () => {
  const dataDir = await folder()
  const acknowledged: number[] = []
  for (let round = 0; round < KILLS; round++) {
    const writer = startWriter(dataDir)
    await writer.wrote(1 + round * 25)
    await writer.kill()
    expect(writer.error()).toBe('')
    acknowledged.push(...writer.rows())
  }
  const { db } = await open(dataDir)
  const there = await db.selectFrom('acknowledged').selectAll().execute()
  const ids = new Set(there.map(({ id }) => id))
  expect(acknowledged.length).toBeGreaterThan(KILLS * 10)
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  const paired = await db.selectFrom('paired').select('id').orderBy('id').execute()
  const whole = there.filter(({ round }) => round === 1).sort((a, b) => a.id - b.id)
  expect(paired.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
}, 180_000)

test('what a power cut leaves, only the synced bytes, holds every acknowledged row', async () => {
  const dataDir = await folder()
  const faults = await folder()
  const synced = join(faults, 'synced')
  await unpackTemplate(dataDir)
  await cp(dataDir, synced, { recursive: true })
  vi.stubEnv('ENGINE_FAULTS', faults)
  const { engine, db } = await open(dataDir, { workerFile: FAULTY_WORKER })
  await sql`create table kept (id int primary key, noise text)`.execute(db)
  for (let cut = 1; cut <= 2; cut++) {
    for (let i = 0; i < 20; i++)
      await db
        .insertInto('kept')
        .values({ id: cut * 100 + i, noise: 'x' })
        .execute()
    // More than one segment of the log: new files must be there by name, too.
    const noise = sql`insert into kept select ${cut}::int * 1000000 + i, repeat(md5(i::text), 40)
      from generate_series(1, 12000) i`
    await noise.execute(db)
    if (cut === 1) await engine.maintain()
    await db.insertInto('kept').values({ id: cut, noise: 'last' }).execute()
    const left = join(faults, `left-${cut}`)
    await mkdir(left)
    await cp(synced, left, { recursive: true })
    const after = await openScratch(left)
    const { rows } = await sql`select count(*) as n, max(id) filter (where noise = 'last') as last from kept`.execute(
      after.db,
    )
    expect(rows).toEqual([{ n: cut * 12_021, last: cut }])
    await after.close()
  }
}, 180_000)

test('a folder that was closed opens again with its rows, and quickly', async () => {
  const dataDir = await folder()
  const first = await openScratch(dataDir)
  await sql.raw('create table stays (id int); insert into stays values (1), (2)').execute(first.db)
  await first.close()
  await expect(sql`select 1`.execute(first.db)).rejects.toMatchObject({ code: '57P03' })
  expect(first.engine.whyNotReady()).toBe('内置数据库已关闭')
  const { db } = await open(dataDir)
  expect((await sql`select id from stays order by id`.execute(db)).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('a second process on the same folder leaves with a plain sentence, and can start once the first is killed', async () => {
  const dataDir = await folder()
  const first = startWriter(dataDir)
  await first.wrote(1)
  const second = startWriter(dataDir)
  expect(await second.ended).toBe(1)
  expect(second.error()).toMatch(/^数据文件夹 .+ 正被另一个进程使用（pid \d+），请先停止它。\n$/)
  await expect(openScratch(dataDir)).rejects.toMatchObject({ code: 'DATA_DIR_LOCKED', name: 'DATA_DIR_LOCKED' })
  await first.kill()
  const third = startWriter(dataDir)
  await third.wrote(1)
  expect(third.error()).toBe('')
})
