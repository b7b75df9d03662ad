import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeys } from '#server/platform/keys/place.ts'
import { copyDatabase, dropDatabase } from '#test/databases.ts'
import { makeFolder, whyNotOurs } from '#test/ours.mjs'
import { copyPlace, dropPlace, makePlace, openPlace } from '../../../bench/place.ts'
import { seedWorld } from '../../../bench/seed.ts'
import { worldOf } from '../../../bench/world.ts'

const REFUSED = '不是测试工具自己建的，拒绝改动。'
/** A tool that does not refuse would run on. */
const TOOL_ENDS_WITHIN_MS = 20_000

/** The output of a tool that is started like this, and its exit code. */
const run = (args: string[], env: Record<string, string> = {}): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env }, timeout: TOOL_ENDS_WITHIN_MS }
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    )
  })

const own = makeFolder('ours')
const away = mkdtempSync(join(tmpdir(), 'somebodys-'))
afterAll(() => {
  for (const folder of [own, away]) rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(process.env.DATABASE_URL)('a data folder that no tool of the tests has made', () => {
  const dataDir = join(away, 'data')
  const cluster = join(dataDir, 'pg')
  beforeAll(() => {
    mkdirSync(cluster, { recursive: true })
    for (const name of ['PG_VERSION', 'spare']) writeFileSync(join(cluster, name), '18\n')
  })

  /** Every file with its content and its moments. */
  const seen = () =>
    readdirSync(away, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mtimeMs, ctimeMs, size } = statSync(join(away, name))
      return [name, size, mtimeMs, ctimeMs]
    })

  it.each([
    ['the bench', 'bench/bare.mjs', []],
    ['its media', 'bench/bareMedia.mjs', []],
    ['what makes golden folders', 'scripts/settle-folder.mjs', ['.', cluster]],
    ['a writer of the tests', 'server/platform/db/embedded/writer.child.mjs', [cluster]],
    ['a log of the tests', 'server/upkeep/receipts/logging.child.mjs', [cluster]],
    ['an upgrade of the tests', 'server/platform/db/migrating.child.mjs', [cluster, '001-accounts.sql', 'before']],
  ])('is left alone by %s, which says so and fails', async (_, tool, words) => {
    const before = seen()
    const { code, said } = await run([tool, ...words], { BARE_FOLDER: cluster })
    expect(said).toContain(`文件夹 ${cluster} ${REFUSED}`)
    expect(code).toBe(1)
    expect(seen()).toEqual(before)
  })

  it('is neither opened, copied onto nor filled, by a link as little', async () => {
    const before = seen()
    const link = join(own, 'link')
    symlinkSync(dataDir, link)
    const place = { dataDir, databaseUrl: undefined }
    for (const path of [dataDir, join(dataDir, 'new'), link, join(link, 'new')]) {
      await expect(openPlace({ ...place, dataDir: path })).rejects.toThrow(REFUSED)
      await expect(makePlace(path, undefined)).rejects.toThrow(REFUSED)
      await expect(copyPlace({ ...place, dataDir: own }, path)).rejects.toThrow(REFUSED)
    }
    expect(seen()).toEqual(before)
  })

  it('is told from one that a tool has made, which is filled once', { timeout: 120_000 }, async () => {
    const place = await makePlace(join(own, 'bench'), undefined)
    const keys = await openKeys(place, { make: true })
    const { db, close } = await openPlace(place)
    await seedWorld(db, keys, worldOf(1000))
    await expect(seedWorld(db, keys, worldOf(1000))).rejects.toThrow('已经有人')
    await close()
  })
})

describe.runIf(process.env.DATABASE_URL)('a database that no tool of the tests has made', () => {
  const name = `somebodys_${randomUUID().replaceAll('-', '')}`
  const url = new URL(process.env.DATABASE_URL ?? 'postgres://nowhere')
  url.pathname = `/${name}`
  const place = { dataDir: own, databaseUrl: url.href }

  const ask = async (connectionString: string, statement: string) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    return client.query(statement).finally(() => client.end())
  }
  beforeAll(async () => {
    await ask(process.env.DATABASE_URL!, `create database ${name}`)
    await ask(url.href, 'create table letters as select 1 as id')
  })
  afterAll(() => ask(process.env.DATABASE_URL!, `drop database ${name} with (force)`))

  const seen = async () => {
    const { rows: letters } = await ask(url.href, 'select * from letters')
    const { rows: tables } = await ask(url.href, "select tablename from pg_tables where schemaname = 'public'")
    const { rows: copies } = await ask(url.href, `select datname from pg_database where datname like '${name}%'`)
    return { letters, tables, copies }
  }

  it('is neither dropped, copied, opened nor written to', async () => {
    const before = await seen()
    expect(before).toEqual({ letters: [{ id: 1 }], tables: [{ tablename: 'letters' }], copies: [{ datname: name }] })
    await expect(dropDatabase(url.href)).rejects.toThrow(`数据库 ${name} ${REFUSED}`)
    for (const asked of [copyDatabase(url.href), openPlace(place), dropPlace(place)])
      await expect(asked).rejects.toThrow(REFUSED)
    const { code, said } = await run(['bench/bare.mjs'], { DATABASE_URL: url.href })
    expect(said).toContain(`数据库 ${name} ${REFUSED}`)
    expect(code).toBe(1)
    expect(await seen()).toEqual(before)
  })
})

it('what is called almost like a tool’s own is not one', () => {
  const hex = 'a'.repeat(32)
  const named = (name: string) => whyNotOurs({ databaseUrl: `postgres://x/${name}` })
  for (const name of [`capsule_test_${hex}`, `capsule_test_${hex}_copy`, 'capsule_bench_12_ours_1000'])
    expect(named(name)).toBeUndefined()
  for (const name of [
    '',
    'postgres',
    'capsule',
    'capsule_test_1',
    `my_capsule_test_${hex}`,
    `capsule_test_${hex}_live`,
  ])
    expect(named(name)).toContain(REFUSED)
})
