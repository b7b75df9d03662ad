import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScratch, scratchFolder } from '#test/engine.ts'

let db: Awaited<ReturnType<typeof openScratch>>['db']
const undo: (() => Promise<void>)[] = []

beforeAll(async () => {
  const { folder, remove } = await scratchFolder()
  const opened = await openScratch(folder)
  db = opened.db
  undo.push(opened.close, remove)
})

afterAll(async () => {
  for (const step of undo) await step()
})

const run = (text: string) => sql.raw(text).execute(db)
const prepared = async () => (await db.selectFrom('pg_prepared_statements').select('name').execute()).length

test('a statement prepared before a change of the schema gives the new columns', async () => {
  await run("create table changing (id int, old text); insert into changing values (1, 'a')")
  const read = () => db.selectFrom('changing').selectAll().where('id', '=', 1).execute()
  expect(await read()).toEqual([{ id: 1, old: 'a' }])
  await run("alter table changing add column fresh text default 'b'")
  expect(await read()).toEqual([{ id: 1, old: 'a', fresh: 'b' }])
  await run('alter table changing rename column old to older')
  expect(await read()).toEqual([{ id: 1, older: 'a', fresh: 'b' }])
  await run('alter table changing alter column id type bigint')
  expect(await read()).toEqual([{ id: 1, older: 'a', fresh: 'b' }])
})

test('so it does inside a transaction, and when the change is undone', async () => {
  await run('create table undone (id int); insert into undone values (1)')
  const reading = db.selectFrom('undone').selectAll().where('id', '=', 1)
  await reading.execute()
  const failing = db.transaction().execute(async (db) => {
    await sql`alter table undone add column n int default 2`.execute(db)
    expect(await db.executeQuery(reading.compile())).toMatchObject({ rows: [{ id: 1, n: 2 }] })
    throw new Error('undo')
  })
  await expect(failing).rejects.toThrow('undo')
  const again = await db.transaction().execute((db) => db.executeQuery(reading.compile()))
  expect(again.rows).toEqual([{ id: 1 }])
})

test('statements that are lost, or changed inside a function, are prepared again', async () => {
  await run('create table lost (id int); insert into lost values (1)')
  await run("create function widen() returns int language plpgsql as 'begin alter table lost add n int; return 1; end'")
  const read = () => db.selectFrom('lost').selectAll().where('id', '=', 1).execute()
  await read()
  await run('deallocate all')
  expect(await read()).toEqual([{ id: 1 }])
  await run('select widen()')
  expect(await read()).toEqual([{ id: 1, n: null }])
})

test('a statement that PostgreSQL cannot parse leaves nothing behind', async () => {
  const before = await prepared()
  for (let i = 0; i < 3; i++) await expect(sql`select nonsense from ${1}`.execute(db)).rejects.toThrow()
  expect(await prepared()).toBe(before)
})

test('only so many statements are kept, and those dropped work again', async () => {
  for (let i = 0; i < 600; i++) await sql`select ${i}::int as ${sql.ref(`column_${i}`)}`.execute(db)
  expect(await prepared()).toBeLessThanOrEqual(257)
  const { rows } = await sql`select ${7}::int as ${sql.ref('column_0')}`.execute(db)
  expect(rows).toEqual([{ column_0: 7 }])
})

test('of 10,000 mixed calls at once each gets its own answer', async () => {
  await run('create table mixed (id int primary key, text text); create table written (id int primary key)')
  await run('insert into mixed select i, repeat(chr(19968 + i), i) from generate_series(0, 99) i')
  const calls = Array.from({ length: 10_000 }, (_, i) => i)
  const wrong: number[] = []
  const lanes = Array.from({ length: 500 }, async () => {
    for (let i = calls.pop(); i !== undefined; i = calls.pop()) {
      if (!(await isRight(i))) wrong.push(i)
    }
  })
  await Promise.all(lanes)
  expect(wrong).toEqual([])
  expect(await db.selectFrom('written').select(db.fn.countAll().as('n')).execute()).toEqual([{ n: 2_000 }])
}, 60_000)

async function isRight(i: number): Promise<boolean> {
  const id = i % 100
  if (i % 10 < 2) return insertedBoth(i)
  if (i % 10 === 3) return (await sql<{ i: number }>`select ${sql.lit(i)} as i`.execute(db)).rows[0]?.i === i
  if (i % 10 === 4) return refuses(i)
  const row = await db.selectFrom('mixed').selectAll().where('id', '=', id).executeTakeFirst()
  return row?.text === String.fromCodePoint(19968 + id).repeat(id)
}

/** Alone or in a transaction, by turns. */
async function insertedBoth(i: number): Promise<boolean> {
  const write = (via: typeof db) => via.insertInto('written').values({ id: i }).returning('id').executeTakeFirst()
  const row = i % 10 === 0 ? await write(db) : await db.transaction().execute(write)
  return row?.id === i
}

async function refuses(i: number): Promise<boolean> {
  const error = await sql`select ${`no ${i}`}::int`.execute(db).catch((error) => error)
  return error.code === '22P02' && error.message.includes(`"no ${i}"`)
}
