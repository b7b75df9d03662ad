import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { later } from '#test/client.ts'
import { makeProxy } from '#test/proxy.ts'
import { ConnectionBroken } from './conversation.ts'
import { openSharedConnection, type SharedConnection } from './sharedConnection.ts'
import { makeSharedReadPool, sharedConnectionsOf } from './sharedReadPool.ts'

const app = withApp()
const SILENCE_MOST_MS = 2_000
const MANY = 100_000

const onServer = Boolean(process.env.DATABASE_URL)
const driver = new pg.Client({ connectionString: process.env.DATABASE_URL })
beforeAll(async () => {
  if (onServer) await driver.connect()
})
afterAll(() => driver.end())

it('a quarter of the connections are shared, and never more than four', () => {
  expect([1, 3, 4, 8, 20, 200].map(sharedConnectionsOf)).toEqual([0, 0, 1, 2, 4, 4])
})

describe.runIf(onServer)('a shared connection', () => {
  const open: SharedConnection[] = []
  afterEach(() => {
    for (const shared of open.splice(0)) shared.retire()
  })
  async function newConnection(connectionString = app.databaseUrl!): Promise<SharedConnection> {
    const shared = await openSharedConnection({ connectionString }, { silenceMostMs: SILENCE_MOST_MS })
    open.push(shared)
    return shared
  }
  it('answers each caller what they asked, however many ask at once', async () => {
    const shared = await newConnection()
    const asked = Array.from({ length: 1_000 }, (_, i) =>
      shared.ask('select $1::int as i, $2::text as t', [`${i}`, `第${i}`]),
    )
    expect((await Promise.all(asked)).flat()).toEqual(asked.map((_, i) => ({ i, t: `第${i}` })))
    expect(shared.load()).toBe(0)
  })

  it.each([
    ['selec 1', []],
    ['select * from nowhere', []],
    ['select 1 / $1::int', ['0']],
    ['select $1::int', ['x']],
    ["select 'x'::date", []],
    ['select pg_sleep(9)', []],
  ])('tells of the error in %s what the driver tells', async (text, values) => {
    const shared = await newConnection()
    await shared.ask("select set_config('statement_timeout', '200', false)", [])
    await driver.query('set statement_timeout = 200')
    const theirs = await driver.query(text, values).catch((error) => error)
    const ours = await shared.ask(text, values).catch((error) => error)
    const { code, severity, message, detail, position, routine } = theirs
    expect(code).toMatch(/^[0-9A-Z]{5}$/)
    expect(ours).toMatchObject({ code, severity, message, routine })
    expect([ours.detail, ours.position]).toEqual([detail, position])
    expect(await shared.ask('select 1 as one', [])).toEqual([{ one: 1 }])
  })

  it('takes an answer of 100,000 rows, and those behind it get theirs', async () => {
    const shared = await newConnection()
    const text = `select i, 'row ' || i as t, null as nothing from generate_series(1, $1::int) i`
    const [rows, one] = await Promise.all([shared.ask(text, [String(MANY)]), shared.ask('select 1 as one', [])])
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([
      MANY,
      { i: 1, t: 'row 1', nothing: null },
      { i: MANY, t: `row ${MANY}`, nothing: null },
    ])
    expect(one).toEqual([{ one: 1 }])
  })

  it('goes on after a table has changed, with the columns as they are now', async () => {
    const shared = await newConnection()
    const change = (text: string) => sql.raw(text).execute(app.services.db)
    const all = () => shared.ask('select * from changing', [])
    await change('create table changing (id int); insert into changing values (1)')
    expect(await all()).toEqual([{ id: 1 }])
    await change(`alter table changing add column more text default 'x', alter column id type text using 'no ' || id`)
    expect(await Promise.all([all(), all()])).toEqual([[{ id: 'no 1', more: 'x' }], [{ id: 'no 1', more: 'x' }]])
    await change('drop table changing')
    await expect(all()).rejects.toMatchObject({ code: '42P01' })
  })

  it('whose backend is killed says so to all who wait, and to who comes after', async () => {
    const shared = await newConnection()
    const [me] = await shared.ask('select pg_backend_pid() as pid', [])
    const waiting = [shared.ask('select pg_sleep(9)', []), shared.ask('select 1', [])].map((asked) =>
      asked.catch((e) => e),
    )
    await later(100)
    await driver.query('select pg_terminate_backend($1)', [me!.pid])
    expect(await Promise.all(waiting)).toEqual([expect.any(ConnectionBroken), expect.any(ConnectionBroken)])
    expect(shared.isBroken()).toBe(true)
    await expect(shared.ask('select 1', [])).rejects.toBeInstanceOf(ConnectionBroken)
  })

  it('that ends before it has sent what it was asked leaves nothing of it to another', async () => {
    let socket: Socket | undefined
    const stream = () => {
      socket = new Socket()
      return socket
    }
    const ends = await openSharedConnection(
      { connectionString: app.databaseUrl!, stream },
      { silenceMostMs: SILENCE_MOST_MS },
    )
    const other = await newConnection()
    const said = (shared: SharedConnection, text: string) => shared.ask('select $1::text as said', [text])
    await Promise.all([said(ends, 'known'), said(other, 'known')])
    const lost = said(ends, 'a secret of somebody else').catch((error) => error)
    // In the same turn of the event loop: nothing has gone out yet.
    socket!.emit('close')
    expect(await lost).toBeInstanceOf(ConnectionBroken)
    await later(50)
    for (const text of ['one', 'two', 'three']) expect(await said(other, text)).toEqual([{ said: text }])
  })

  it('that hears nothing is given up in time, as a database that is away', async () => {
    const url = new URL(app.databaseUrl!)
    const way = await makeProxy(Number(url.port || 5432))
    url.hostname = '127.0.0.1'
    url.port = String(way.port)
    const shared = await newConnection(url.href)
    await shared.ask('select 1', [])
    way.stall()
    const asked = shared.ask('select 1', []).catch((error) => error)
    await expect.poll(shared.isSlow).toBe(true)
    expect(await asked).toMatchObject({ code: '08006' })
    expect(shared.isBroken()).toBe(true)
    way.goOn()
    await way.close()
  })
})

describe.runIf(onServer)('shared connections', () => {
  const config = () => ({ connectionString: app.databaseUrl! })
  const ours = () =>
    makeSharedReadPool({
      open: () => openSharedConnection(config(), { silenceMostMs: 9_000 }),
      most: 2,
      lifeMs: 60_000,
    })
  const backends = (rows: (readonly object[] | undefined)[]) => new Set(rows.map((row) => JSON.stringify(row))).size

  it('are opened as they are needed, and no more than they may', async () => {
    const pool = ours()
    const pid = () => pool.ask('select pg_backend_pid() as pid', [])
    expect(backends([await pid(), await pid()])).toBe(1)
    const crowd = () => Promise.all(Array.from({ length: 20 }, pid))
    await expect.poll(async () => (await crowd()) && pool.open()).toBe(2)
    expect(backends(await crowd())).toBe(2)
    await crowd()
    expect(pool.open()).toBe(2)
    pool.close()
  })

  it('leave a slow one behind, and take the others', async () => {
    const pool = ours()
    const crowd = () => Promise.all(Array.from({ length: 20 }, () => pool.ask('select 1', [])))
    await expect.poll(async () => (await crowd()) && pool.open()).toBe(2)
    let isOver = false
    const slow = pool.ask('select pg_sleep(3)', []).then(() => {
      isOver = true
    })
    await later(1_000)
    await crowd()
    expect(isOver).toBe(false)
    await slow
    pool.close()
  })

  it('have nothing to give where none can be opened, so that another way is taken', async () => {
    let tries = 0
    const open = () => {
      tries += 1
      return openSharedConnection({ port: 1 }, { silenceMostMs: 9_000 })
    }
    const pool = makeSharedReadPool({ open, most: 2, lifeMs: 60_000 })
    expect(await pool.ask('select 1', [])).toBeUndefined()
    expect(await pool.ask('select 1', [])).toBeUndefined()
    expect(tries).toBe(1)
    await later(1_100)
    expect(await pool.ask('select 1', [])).toBeUndefined()
    expect(tries).toBe(2)
  })

  it('end when they may lead to what was the primary, and all that was asked of them is answered', async () => {
    const pool = ours()
    const pid = () => pool.ask('select pg_backend_pid() as pid, pg_sleep(0.1)::text as slept', [])
    const before = await pid()
    const asked = pid()
    await later(10)
    pool.renew()
    expect(pool.open()).toBe(0)
    expect(await asked).toEqual(before)
    expect(await pid()).not.toEqual(before)
    pool.close()
  })

  it.runIf(process.getuid?.() === 0)('leave one whose backend stands still, and give it up in time', async () => {
    const open = () => openSharedConnection(config(), { silenceMostMs: SILENCE_MOST_MS })
    const pool = makeSharedReadPool({ open, most: 2, lifeMs: 60_000 })
    const pid = () => pool.ask('select pg_backend_pid() as pid', [])
    const crowd = () => Promise.all(Array.from({ length: 20 }, pid))
    await expect.poll(async () => (await crowd()) && pool.open()).toBe(2)
    const stopped = (await pid())![0]!.pid as number
    process.kill(stopped, 'SIGSTOP')
    try {
      const first = crowd().catch((error) => error)
      await later(1_000)
      expect(backends(await crowd())).toBe(1)
      expect(await first).toMatchObject({ code: '08006' })
      await expect.poll(async () => (await crowd()) && pool.open()).toBe(2)
    } finally {
      process.kill(stopped, 'SIGCONT')
      pool.close()
    }
  })

  it('that break answer, or have nothing to give: nobody who reads meets an error', async () => {
    const pool = ours()
    const answers: unknown[] = []
    for (let turn = 0; turn < 5; turn++) {
      const [shared] = (await pool.ask('select pg_backend_pid() as pid', [])) ?? []
      const asked = Array.from({ length: 50 }, () => pool.ask('select pg_sleep(0.01)::text as slept', []))
      await asked[2]
      await driver.query('select pg_terminate_backend($1)', [shared!.pid])
      answers.push(...(await Promise.all(asked)))
    }
    pool.close()
    expect(answers).toContain(undefined)
    expect(answers).toContainEqual([{ slept: '' }])
  })
})
