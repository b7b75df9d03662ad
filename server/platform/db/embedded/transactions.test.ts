import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openScratch, scratchFolder } from '#test/engine.ts'

type Db = Awaited<ReturnType<typeof openScratch>>['db']

const LIMITS = { waitMs: 1_000, idleMs: 1_500, waiting: 50 }

let db: Db
const undo: (() => Promise<void>)[] = []

beforeAll(async () => {
  const { folder, remove } = await scratchFolder()
  const opened = await openScratch(folder, { limits: LIMITS })
  db = opened.db
  undo.push(opened.close, remove)
  await sql.raw('create table purse (id int primary key, balance int not null check (balance >= 0))').execute(db)
  const deferred = 'create table child (id int references purse deferrable initially deferred)'
  await sql.raw(deferred).execute(db)
})

beforeEach(async () => {
  await sql.raw('truncate purse, child').execute(db)
})

afterAll(async () => {
  for (const step of undo) await step()
})

const insert = (db: Db, id: number, balance = 0) => db.insertInto('purse').values({ id, balance }).execute()
const all = (db: Db) => db.selectFrom('purse').selectAll().orderBy('id').execute()
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error) => error.code ?? error.message,
  )

describe('a transaction', () => {
  test('keeps all of its statements', async () => {
    await db.transaction().execute(async (db) => {
      await insert(db, 1)
      await insert(db, 2)
    })
    expect(await all(db)).toHaveLength(2)
  })

  test('keeps none of them when its callback throws, and says what was thrown', async () => {
    const failing = db.transaction().execute(async (db) => {
      await insert(db, 1)
      throw new Error('mind changed')
    })
    await expect(failing).rejects.toThrow('mind changed')
    expect(await all(db)).toEqual([])
  })

  test('throws at its commit when an error inside it was caught', async () => {
    const failing = db.transaction().execute(async (db) => {
      await insert(db, 1)
      await insert(db, 1).catch(() => {})
    })
    expect(await codeOf(failing)).toBe('25P02')
    expect(await all(db)).toEqual([])
  })

  test('throws what a deferred constraint finds at its commit', async () => {
    const failing = db.transaction().execute((db) => db.insertInto('child').values({ id: 404 }).execute())
    expect(await codeOf(failing)).toBe('23503')
    await insert(db, 1)
  })

  test('can be held at an isolation level and read only', async () => {
    const reading = db.transaction().setIsolationLevel('serializable').setAccessMode('read only')
    expect(await codeOf(reading.execute((db) => insert(db, 1)))).toBe('25006')
  })

  test('can go back to a savepoint', async () => {
    const trx = await db.startTransaction().execute()
    await insert(trx, 1)
    const saved = await trx.savepoint('here').execute()
    await insert(saved, 1).catch(() => {})
    await saved.rollbackToSavepoint('here').execute()
    await insert(trx, 2)
    await trx.commit().execute()
    expect((await all(db)).map(({ id }) => id)).toEqual([1, 2])
  })

  test('can follow another one on the same connection', async () => {
    await db.connection().execute(async (db) => {
      for (const id of [1, 2]) await db.transaction().execute((db) => insert(db, id))
      await codeOf(db.transaction().execute(() => Promise.reject(new Error('no'))))
      await insert(db, 3)
    })
    expect(await all(db)).toHaveLength(3)
  })
})

describe('beside a transaction', () => {
  test('others see nothing of it before its commit', async () => {
    let outside: Promise<unknown[]> | undefined
    await db.transaction().execute(async (inner) => {
      await insert(inner, 1)
      outside = all(db)
      await insert(inner, 2)
    })
    expect(await outside).toHaveLength(2)
  })

  test('sixteen others that read and write the same row lose no change', async () => {
    await insert(db, 1, 0)
    const raise = () =>
      db.transaction().execute(async (db) => {
        const { balance } = await db.selectFrom('purse').select('balance').where('id', '=', 1).executeTakeFirstOrThrow()
        await new Promise((resolve) => setTimeout(resolve, 1))
        await db
          .updateTable('purse')
          .set({ balance: balance + 1 })
          .where('id', '=', 1)
          .execute()
      })
    await Promise.all(Array.from({ length: 16 }, raise))
    expect(await all(db)).toEqual([{ id: 1, balance: 16 }])
  })

  test('the outer db used inside it gives an error within the limit, instead of waiting for ever', async () => {
    const failing = db.transaction().execute(async (inner) => {
      await insert(inner, 1)
      await insert(db, 2)
    })
    await expect(failing).rejects.toThrow('was the outer db used inside a transaction?')
    expect(await all(db)).toEqual([])
  })

  test('a transaction that hangs is rolled back, and its later statements are refused', async () => {
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const hanging = db.transaction().execute(async (inner) => {
      await insert(inner, 1)
      await held
      await insert(inner, 2)
    })
    hanging.catch(() => {})
    await expect.poll(() => all(db).catch(() => 'still waiting'), { timeout: 20_000 }).toEqual([])
    goOn()
    expect(await codeOf(hanging)).toBe('25P03')
    expect(await all(db)).toEqual([])
  })

  test('more callers than may wait are refused at once', async () => {
    let waiting: Promise<string>[] = []
    await db.transaction().execute(async () => {
      waiting = Array.from({ length: LIMITS.waiting + 5 }, () => codeOf(all(db)))
      await Promise.race(waiting)
    })
    const codes = await Promise.all(waiting)
    expect(codes.filter((code) => code === '53300')).toHaveLength(5)
    expect(codes.filter((code) => code === 'no error')).toHaveLength(LIMITS.waiting)
  })
})

describe('a statement', () => {
  test('that was not awaited is not run after its transaction', async () => {
    let stray: Promise<unknown> | undefined
    let over = () => {}
    const ended = new Promise<void>((resolve) => {
      over = resolve
    })
    await db.transaction().execute(async (inner) => {
      await insert(inner, 1)
      stray = ended.then(() => codeOf(insert(inner, 2)))
    })
    over()
    expect(await stray).not.toBe('no error')
    expect(await all(db)).toHaveLength(1)
  })

  test('cannot open a transaction by itself and leave it to others', async () => {
    expect(await codeOf(sql`begin`.execute(db))).toBe('25001')
    await insert(db, 1)
    expect(await all(db)).toHaveLength(1)
  })

  test('after a commit hidden in SQL is refused instead of standing alone', async () => {
    const failing = db.transaction().execute(async (inner) => {
      await sql`commit`.execute(inner)
      await insert(inner, 1)
    })
    expect(await codeOf(failing)).toBe('25P01')
    expect(await all(db)).toEqual([])
  })
})
