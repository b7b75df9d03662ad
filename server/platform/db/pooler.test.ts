import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, stopApp } from '#test/app.ts'
import { get, newPerson, seal, textCapsule } from '#test/client.ts'
import { command, commandOf } from '#test/command.ts'
import { dropDatabase, newDatabase } from '#test/databases.ts'
import { missingForPooler, startPooler } from '#test/pooler.ts'
import { makeRelease, PLANTED } from '#test/release.ts'
import { SESSION_ZONE } from './types.ts'

const CALLS = 60
/** Fewer than those who ask, so that a statement rarely meets the connection of the one before. */
const POOL_SIZE = 3
const why = process.env.DATABASE_URL ? missingForPooler() : undefined
if (why) console.error(`\n${'='.repeat(80)}\nNOT TRIED BEHIND A POOLER: ${why}\n${'='.repeat(80)}\n`)

const role = { user: `capsule_test_${randomUUID().replaceAll('-', '')}`, password: randomUUID() }
const DROPPED = ['options', 'statement_timeout', 'idle_in_transaction_session_timeout']

describe.skipIf(!process.env.DATABASE_URL || why)('processes behind PgBouncer', { timeout: 600_000 }, () => {
  let dataDir: string
  let databaseUrl: string
  let pooler: Awaited<ReturnType<typeof startPooler>>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'capsule-pooled-'))
    databaseUrl = (await newDatabase())!
    await onServer(`create role ${role.user} superuser login password '${role.password}'`)
    pooler = await startPooler(databaseUrl, role, { ignore: DROPPED, poolSize: POOL_SIZE })
  })
  afterAll(async () => {
    await pooler?.stop()
    await dropDatabase(databaseUrl)
    await onServer(`drop role if exists ${role.user}`, process.env.DATABASE_URL!)
    await rm(dataDir, { recursive: true, force: true })
  })

  async function onServer(statement: string, connectionString = databaseUrl) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    return client.query(statement).finally(() => client.end())
  }

  const pooled = () => ({ DATABASE_POOLER: '1', DATABASE_DIRECT_URL: directUrl() })
  function directUrl(): string {
    const url = new URL(databaseUrl)
    url.username = role.user
    url.password = role.password
    return url.href
  }
  const start = (env: Record<string, string> = pooled()) => startApp({ dataDir, databaseUrl: pooler.url }, env)

  it('do not start without the settings of their sessions, say the statements that make them, and start after these', async () => {
    const error = await start().catch((error: Error) => error)
    const said = (error as Error).message
    expect(said).toContain(`alter role "${role.user}" set timezone = '${SESSION_ZONE}';`)
    expect(said.match(/alter role "\w+" set \w+ = '[^']+';/g)).toHaveLength(3)
    for (const [statement] of said.matchAll(/alter role [^;]+;/g)) await onServer(statement)
    await pooler.reconnect()
    await stopApp(await start())
  })

  it('are refused when it is not said that there is one, in words that name the setting', async () => {
    await onServer(`alter role ${role.user} reset timezone`)
    await pooler.reconnect()
    await expect(start({})).rejects.toThrow(/不是北京时间.*DATABASE_POOLER=1/)
    await onServer(`alter role ${role.user} set timezone = '${SESSION_ZONE}'`)
    await pooler.reconnect()
    const strict = await startPooler(databaseUrl, role, { poolSize: POOL_SIZE })
    await expect(startApp({ dataDir, databaseUrl: strict.url }))
      .rejects.toThrow('DATABASE_POOLER=1')
      .finally(strict.stop)
  })

  it('serve, two of them at once: what one writes the other reads, moments are in China time, nothing is kept of a session', async () => {
    const [one, two] = [await start(), await start()]
    try {
      const { token } = await newPerson(one.url)
      const input = textCapsule('<p>经过连接池</p>')
      const id = await seal(one.url, token, input)
      const { capsules } = await get(two.url, 'myClosedCapsules', {}, { token })
      expect(capsules.data).toMatchObject([{ id, open_time: input.open_time }])
      const calls = [...Array(CALLS)].map((_, i) => get(i % 2 ? one.url : two.url, 'userInfo', {}, { token }))
      const sealing = [1, 2, 3, 4].map((i) => seal(i % 2 ? one.url : two.url, token, textCapsule(`<p>${i}</p>`)))
      expect(new Set(await Promise.all(sealing)).size).toBe(4)
      await Promise.all(calls)
      expect((await get(two.url, 'userInfo', {}, { token })).user.time_count).toBe(1)
      // By it the hours in which people may be woken are told.
      const { rows } = await sql<{ hour: number }>`
        select extract(hour from now())::int as hour, extract(hour from now() at time zone 'Asia/Shanghai')::int as china`.execute(
        two.services.db,
      )
      expect(rows).toEqual([{ hour: rows[0]!.hour, china: rows[0]!.hour }])
      const kept = await onServer(
        `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(kept.rowCount).toBe(0)
    } finally {
      await stopApp(one)
      await stopApp(two)
    }
  })

  it('are upgraded past it, and never through it', async () => {
    const { root, remove } = makeRelease('-- compatible\nalter table capsules add column planted text;\n')
    const settings = { DATA_DIR: dataDir, DATABASE_URL: pooler.url, ...pooled() }
    const through = await commandOf(
      root,
      { ...settings, DATABASE_DIRECT_URL: pooler.url },
      'migrate',
      '--without-backup',
    )
    expect([through.code, through.err]).toEqual([1, expect.stringContaining('DATABASE_DIRECT_URL')])
    const past = await commandOf(root, settings, 'migrate', '--without-backup')
    expect([past.code, past.out]).toEqual([0, expect.stringContaining(PLANTED)])
    await remove()
    await stopApp(await start())
    expect((await command(settings, 'verify')).code).toBe(0)
  })
})
