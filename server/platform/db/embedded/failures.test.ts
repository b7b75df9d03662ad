import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openScratch, scratchFolder, until } from '#test/engine.ts'

const FAULTY_WORKER = fileURLToPath(new URL('./faulty.worker.mjs', import.meta.url))
const GB = 1024 ** 3

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  vi.unstubAllEnvs()
})

type Options = Parameters<typeof openScratch> extends [string, ...infer Rest] ? Rest : never
type Opened = Awaited<ReturnType<typeof opened>>
const open = (...[internals, options]: Options) => opened(internals, options, undo)

async function opened(internals: Options[0], options: Options[1], after: (() => Promise<unknown>)[]) {
  const { folder, remove } = await scratchFolder()
  vi.stubEnv('ENGINE_FAULTS', folder)
  const opened = await openScratch(join(folder, 'pg'), internals, options)
  after.push(remove, opened.close)
  await sql`create table kept (id int primary key)`.execute(opened.db)
  const fault = (name: string) => join(folder, name)
  return { ...opened, fault, insert: (id: number) => opened.db.insertInto('kept').values({ id }).execute() }
}

let hasty: Promise<Opened> | undefined
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const step of closing.reverse()) await step()
})

/** One engine in which a statement may take half a second, with an empty table: each of its tests leaves it open again. */
async function inHaste(): Promise<Opened> {
  hasty ??= opened({}, { statementTimeoutMs: 500 }, closing)
  const { engine, db } = await hasty
  await until(() => engine.whyNotReady() === undefined)
  await db.deleteFrom('kept').execute()
  return hasty
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error) => error.code,
  )

test('a statement that runs away ends with an error, all calls with it, and the engine answers again', async () => {
  const { engine, db, insert } = await inHaste()
  await insert(1)
  const running = [codeOf(sql`select count(*) from generate_series(1, 1e12::bigint)`.execute(db)), codeOf(insert(2))]
  const transaction = db.transaction().execute(async (inner) => {
    await inner.selectFrom('kept').selectAll().execute()
  })
  expect(await Promise.all([...running, codeOf(transaction)])).toEqual(['57P01', '57P01', expect.any(String)])
  await until(() => engine.whyNotReady() === undefined)
  await insert(3)
  expect((await sql`select id from kept where id in (1, 3) order by id`.execute(db)).rows).toEqual([
    { id: 1 },
    { id: 3 },
  ])
})

test('a transaction that was open when the engine broke down cannot go on as single statements', async () => {
  const { engine, db, insert } = await inHaste()
  const failing = db.transaction().execute(async (inner) => {
    await inner.insertInto('kept').values({ id: 1 }).execute()
    await sql`select count(*) from generate_series(1, 1e12::bigint)`.execute(inner).catch(() => {})
    await until(() => engine.whyNotReady() === undefined)
    await inner.insertInto('kept').values({ id: 2 }).execute()
  })
  expect(await codeOf(failing)).toBe('57P01')
  await insert(3)
  expect((await sql`select id from kept`.execute(db)).rows).toEqual([{ id: 3 }])
})

test('calls that come while the engine is opened again wait for it', async () => {
  const { engine, db, insert } = await inHaste()
  await codeOf(sql`select count(*) from generate_series(1, 1e12::bigint)`.execute(db))
  expect(engine.whyNotReady()).toContain('重新启动')
  await Promise.all([insert(1), insert(2), insert(3)])
})

test('a write whose sync fails is never acknowledged, and the engine recovers when the disk does', async () => {
  const { engine, insert, fault } = await open({ workerFile: FAULTY_WORKER })
  await insert(1)
  await writeFile(fault('fail-sync'), '')
  expect(await codeOf(insert(2))).toBe('57P01')
  expect(engine.whyNotReady()).toContain('the disk is broken')
  await rm(fault('fail-sync'))
  await until(() => engine.whyNotReady() === undefined)
  await insert(3)
})

test('a disk that is suddenly full gives an error within seconds, and the engine recovers when there is space', async () => {
  const { engine, db, insert, fault } = await open({ workerFile: FAULTY_WORKER }, { statementTimeoutMs: 2_000 })
  await insert(1)
  await writeFile(fault('fail-write'), '')
  const since = performance.now()
  expect(['53100', '57P01']).toContain(await codeOf(insert(2)))
  expect(performance.now() - since).toBeLessThan(4_000)
  await rm(fault('fail-write'))
  await until(() => engine.whyNotReady() === undefined)
  await insert(3)
  const { rows } = await sql`select id from kept where id in (1, 3) order by id`.execute(db)
  expect(rows).toEqual([{ id: 1 }, { id: 3 }])
})

test('little space left refuses writes but not reads, and writes are served again when space is back', async () => {
  let free = 10 * GB
  const { engine, db, insert } = await open({ freeBytes: async () => free, spaceEveryMs: 20 })
  await insert(1)
  free = 100 * 1024 * 1024
  await until(() => engine.whyNoWrites() !== undefined)
  expect(engine.whyNoWrites()).toBe('磁盘剩余空间只有 100 MB，暂停写入')
  expect(await codeOf(insert(2))).toBe('53100')
  expect(await codeOf(db.transaction().execute((db) => db.deleteFrom('kept').execute()))).toBe('53100')
  expect(
    await codeOf(
      db
        .transaction()
        .setAccessMode('read write')
        .execute(() => insert(4)),
    ),
  ).toBe('53100')
  expect((await sql`select id from kept`.execute(db)).rows).toEqual([{ id: 1 }])
  await engine.maintain()
  free = 10 * GB
  await until(() => engine.whyNoWrites() === undefined)
  await insert(3)
})

test('writes stay refused when the engine is opened again without space', async () => {
  let free = 10 * GB
  const { engine, db, insert } = await open(
    { freeBytes: async () => free, spaceEveryMs: 20 },
    { statementTimeoutMs: 500 },
  )
  free = 0
  await until(() => engine.whyNoWrites() !== undefined)
  await codeOf(sql`select count(*) from generate_series(1, 1e12::bigint)`.execute(db))
  await until(() => engine.whyNotReady() === undefined)
  expect(engine.whyNoWrites()).toContain('磁盘')
  expect(await codeOf(insert(1))).toBe('53100')
})

test('upkeep removes dead rows and does not count as a statement that runs away', async () => {
  const { engine, db } = await open()
  await sql`insert into kept select generate_series(1, 20000)`.execute(db)
  await sql`delete from kept where id > 10`.execute(db)
  await engine.maintain()
  const { rows } =
    await sql`select pg_relation_size('kept') as size, (select reltuples from pg_class where relname = 'kept')`.execute(
      db,
    )
  expect(rows).toEqual([{ size: 8192, reltuples: 10 }])
})
