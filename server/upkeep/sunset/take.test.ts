import { createHmac } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bytesOfHex } from '#contract/bytes.ts'
import { makeApp } from '#server/http/app.ts'
import { runCommand } from '#server/http/commands.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { deriveKeys } from '#server/platform/keys/keys.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import { makeDatabase, startApp, stopApp, withApp } from '#test/app.ts'
import { get } from '#test/client.ts'
import { command } from '#test/command.ts'
import { dropDatabase } from '#test/databases.ts'
import { dumpOf } from '#test/dump.ts'
import { inMemoryOf } from '#test/memory.ts'
import { seriesOf } from '#test/metrics.ts'
import { fewKeys, makeKeys, takenBy } from '#test/months.ts'
import { newDesk } from '#test/operator.ts'
import { addressOf, ended, listenTo, runServer } from '#test/process.ts'
import { keysForMonths } from './keysForMonths.ts'
import { numberOf, numberOfSeed, unwrapByMonth, wrapForMonth } from './monthKeys.ts'
import { digestOf, keyOfMonth } from './publicKeys.ts'

const app = withApp()
const KEY = Buffer.alloc(32, 5)
const LONG = { timeout: 120_000 }
let folder: string
let made: Awaited<ReturnType<typeof makeKeys>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capsule-months-'))
  made = await makeKeys(folder)
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const beside = () => ({ DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl ?? '', PORT: new URL(app.url).port })
const ask = (...words: string[]) => command(beside(), 'sunset', ...words)
const refusalOf = async (...words: string[]) => {
  const { code, out, err } = await ask(...words)
  expect([code, out]).toEqual([1, ''])
  return err
}
const keyOf = (month: string) => keysForMonths(app.services).then((of) => of(month))
const inProduction = () => ({ ...app.services, config: { ...app.services.config, production: true } })
/** Of an application that has looked at nothing yet: what it asks the database for stands half a minute. */
async function anew<T>(look: (url: string) => Promise<T>): Promise<T> {
  ahead += 31_000
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
  return look(app.url).finally(() => spy.mockRestore())
}
const real = performance.now.bind(performance)
let ahead = 0
const healthOf = async () => (await (await fetch(`${app.url}/health`)).json()) as { month_keys?: unknown }
const toldOfKeys = () => anew(async () => (await healthOf()).month_keys)
const isSaidSound = () => anew(async (url) => (await seriesOf(url)).of('month_keys_sound'))

const actsOf = async () =>
  (
    await app.services.db
      .selectFrom('operator_acts')
      .select(['operator_id', 'act', 'target', 'note'])
      .where('kind', '=', 'months')
      .orderBy('id')
      .execute()
  ).map(({ act, target, operator_id }) => [operator_id, act, target])

describe('a month without keys', () => {
  it('has in development a pair whose number is shown, and opens with it and a later one', async () => {
    const first = (await keyOf('2031-08'))!
    const { code, out } = await ask('number', '2031-09')
    expect([code, first.month]).toEqual([0, '2031-08'])
    const [from, number] = out.trim().split(' ')
    const wrap = wrapForMonth(first.key, first.month, KEY)
    expect(unwrapByMonth(wrap, '2031-08', { from: from!, number: bytesOfHex(number!)! }).equals(KEY)).toBe(true)
    const later = (await keyOf('2031-10'))!
    const shut = wrapForMonth(later.key, later.month, KEY)
    expect(() => unwrapByMonth(shut, '2031-10', { from: from!, number: bytesOfHex(number!)! })).toThrow('does not open')
    expect(await keyOf('2121-01')).toBeUndefined()
    expect(await refusalOf('number', '2121-01')).toContain('用法')
  })

  it('has none in production, where no number is shown', async () => {
    expect(await keysForMonths(inProduction()).then((of) => of('2031-08'))).toBeUndefined()
    await expect(runCommand(inProduction(), ['sunset', 'number', '2031-08'])).rejects.toThrow('种子只在恢复单上')
    expect(await toldOfKeys()).toBeUndefined()
    const production = await makeApp(inProduction())
    expect((await production.inject('/health')).json()).toMatchObject({ month_keys: null })
    await production.close()
    expect(await isSaidSound()).toBeUndefined()
    await expect(runCommand(app.services, ['sunset', 'proven'])).rejects.toThrow('还没有取来')
  })
})

describe('the file of public keys', LONG, () => {
  it('is taken by the digest of the sheets, and no other way', async () => {
    const shown = await ask('take', made.path)
    expect(shown.out).toContain(`公钥摘要：${made.digest}`)
    expect(shown.out).toContain(`${made.keys.from} 到 2120-12`)
    expect(await refusalOf('take', made.path, 'ff'.repeat(16))).toContain('摘要不符')
    expect(await refusalOf('take', made.path, 'ff'.repeat(16), '--replace')).toContain('摘要不符')
    expect(await refusalOf('take')).toContain('用法')
    expect(await refusalOf('take', 'package.json')).toContain('不是公钥文件')
    expect(await refusalOf('take', join(folder, 'none'))).toContain('读不到文件')
    expect(await actsOf()).toEqual([])
    expect(await app.services.db.selectFrom('month_keys').select('id').execute()).toEqual([])

    expect(await ask('take', made.path, made.digest)).toMatchObject({ code: 0, out: expect.stringContaining('已取来') })
    const again = await ask('take', made.path, made.digest)
    expect(again.out).toContain('没有改动任何东西')
    expect(await actsOf()).toEqual([[null, 'take', made.digest]])
    const { token } = await newDesk(app.url, app.services)
    const { acts } = await get(app.url, 'deskHistory', { page: 1, pageSize: 5 }, { token })
    expect(acts[0]).toMatchObject({ operator: '命令行', kind: 'months', act: 'take', target: made.digest })
  })

  it('gives each month its key, a month before them the first one, and none after the last', async () => {
    const { from } = made.keys
    for (const month of [from, '2036-05', '2120-12']) {
      const { key, ...more } = (await keyOf(month))!
      expect(more).toEqual({ month })
      expect(Buffer.from(key).equals(keyOfMonth(made.keys, month)!)).toBe(true)
    }
    const before = (await keyOf('2026-01'))!
    expect(before.month).toBe(from)
    const wrap = wrapForMonth(before.key, before.month, KEY)
    const published = { number: numberOfSeed('2036-05', made.seed), from: '2036-05' }
    expect(unwrapByMonth(wrap, before.month, published).equals(KEY)).toBe(true)
    expect(await keyOf('2121-01')).toBeUndefined()
    expect(await refusalOf('number', '2031-08')).toContain('只能由恢复单得出')
  })

  it('is told of on /health, with the day on which the sheets were last proven', async () => {
    const { digest } = made
    await app.services.db
      .updateTable('month_keys')
      .set({ proven_at: sql<string>`now() - interval '367 days'` })
      .execute()
    const { of } = await anew(seriesOf)
    expect(of('month_keys_unproven_seconds')).toBeGreaterThan(366 * 86_400)
    expect((await ask('proven')).out).toContain('已记下')
    expect(await actsOf()).toContainEqual([null, 'proven', digest])
    const proven = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:/)
    expect(await toldOfKeys()).toEqual({ from: made.keys.from, to: '2120-12', digest, proven })
    expect((await anew(seriesOf)).of('month_keys_unproven_seconds')).toBeLessThan(600)
    const { token } = await newDesk(app.url, app.services)
    const { text, due } = await get(app.url, 'deskMonthKeys', {}, { token })
    expect([due, text]).toEqual([0, expect.stringContaining(digest)])
  })

  it('wraps nothing once anything in its row was written past us', async () => {
    const { db, keys } = app.services
    const logged = vi.spyOn(app.services.log, 'error').mockImplementation(() => {})
    const row = await db.selectFrom('month_keys').selectAll().executeTakeFirstOrThrow()
    const put = (set: RawBuilder<unknown>) =>
      inTransaction(db, async (db) => {
        await sql`set local session_replication_role = replica`.execute(db)
        await sql`update month_keys set ${set}`.execute(db)
      })
    const stranger = deriveKeys(Buffer.alloc(32, 1))
    const told = JSON.stringify(['capsule month keys', 1, row.first_month, row.last_month, row.digest])
    const another = createHmac('sha256', stranger.derive('month keys')).update(`${told}\n`).update(row.keys).digest()
    const later = (month: string) => `${Number(month.slice(0, 4)) + 1}${month.slice(4)}`
    const edits = [
      sql`keys = set_byte(keys, 700000, get_byte(keys, 700000) # 1)`,
      sql`keys = substring(keys from 1217) || substring(keys from 1 for 1216)`,
      sql`first_month = ${later(row.first_month)}, last_month = ${later(row.last_month)}`,
      sql`digest = ${'0'.repeat(32)}`,
      sql`mac = set_byte(mac, 0, get_byte(mac, 0) # 1)`,
      sql`mac = ${another}`,
      sql`mac = ${another}, mac_by = ${stranger.name}`,
    ]
    for (const edit of edits) {
      await put(edit)
      await expect(keyOf('2036-05')).rejects.toMatchObject({ name: 'MonthKeysBroken' })
      const { keys: bytes, digest, mac, mac_by, first_month, last_month } = row
      await put(
        sql`keys = ${bytes}, digest = ${digest}, mac = ${mac}, mac_by = ${mac_by}, first_month = ${first_month}, last_month = ${last_month}`,
      )
      expect((await keyOf('2036-05'))!.month).toBe('2036-05')
    }

    await put(edits[0]!)
    expect(await toldOfKeys()).toBe('broken')
    expect(await isSaidSound()).toBe(0)
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('the keys of months'))
    logged.mockRestore()
    await expect(runCommand(app.services, ['sunset', 'proven'])).rejects.toThrow('已不是取来的那一份')
    expect(await refusalOf('take', made.path, made.digest)).toContain('已不是取来的那一份')
    expect((await ask('take', made.path, made.digest, '--replace')).code).toBe(0)
    expect((await keyOf('2036-05'))!.month).toBe('2036-05')
    expect(row.mac_by).toBe(keys.name)
  })

  it('is replaced by another one only where that is said', async () => {
    const others = fewKeys(Buffer.alloc(32, 3))
    await expect(takenBy(app.services, others)).rejects.toThrow('已经有另一份公钥')
    expect((await keyOf('2036-05'))!.month).toBe('2036-05')
    expect(await takenBy(app.services, others, '--replace')).toContain('原来的恢复单请继续保管')
    expect((await keyOf('2036-05'))!.month).toBe('2120-07')
    expect((await actsOf()).at(-1)).toEqual([null, 'replace', digestOf(others)])
  })

  it.skipIf(process.env.DATABASE_URL)('is taken where no server runs', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'capsule-take-'))
    const taken = await command({ DATA_DIR }, 'sunset', 'take', made.path, made.digest)
    expect(taken).toMatchObject({ code: 0, out: expect.stringContaining('已取来') })
    expect((await command({ DATA_DIR }, 'sunset', 'take', made.path, made.digest)).out).toContain('已经是这份公钥')
    await rm(DATA_DIR, { recursive: true, force: true })
  })
})

describe('the seed of the months', LONG, () => {
  it('is nowhere on the server: not in its memory, its database, its key folder or its log', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'capsule-seedless-'))
    const databaseUrl = await makeDatabase()
    const MASTER_KEY = Buffer.alloc(32, 77).toString('base64')
    const where = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl, MASTER_KEY } : {}) }
    const child = runServer({ ...where, LOG_LEVEL: 'info' })
    const said = listenTo(child)
    const url = await addressOf(child)
    const here = { ...where, PORT: new URL(url).port }
    expect((await command(here, 'sunset', 'take', made.path, made.digest)).code).toBe(0)
    expect((await command(here, 'sunset', 'proven')).code).toBe(0)
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ month_keys: { digest: made.digest } })

    const secrets = secretsOf(made)
    const keys = await openKeys({ dataDir, masterKey: databaseUrl && MASTER_KEY })
    // The search finds what is there: the key that locks, and the digest of the keys.
    const there = { 'a key of its own': keys.wrap, digest: Buffer.from(made.digest) }
    expect(inMemoryOf(child.pid!, { ...there, ...secrets })).toEqual(['a key of its own', 'digest'])
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)

    const files = await readdir(join(dataDir, 'keys')).catch(() => [])
    const folder = await Promise.all(files.map((name) => readFile(join(dataDir, 'keys', name))))
    const again = await startApp({ dataDir, databaseUrl }, databaseUrl ? { MASTER_KEY } : {})
    const dump = (await dumpOf(again.services.db)).map(({ row }) => row)
    const kept = Buffer.concat([...folder, Buffer.from(said()), Buffer.from(dump.join('\n'))])
    expect(kept.includes(made.digest)).toBe(true)
    for (const [name, secret] of Object.entries(secrets)) expect([name, kept.includes(secret)]).toEqual([name, false])
    await stopApp(again)
    await dropDatabase(databaseUrl)
    await rm(dataDir, { recursive: true, force: true })
  })
})

/** The seed and the number before it, however they might be written, and the codes of the sheets. */
function secretsOf({ seed, sheets }: typeof made): Record<string, Buffer> {
  const numbers = { seed, before: Buffer.from(numberOf('2120-11', { number: seed, from: '2120-12' })) }
  const written = Object.entries(numbers).flatMap(([name, bytes]) => [
    [name, bytes] as const,
    ...(['hex', 'base64', 'base64url'] as const).map(
      (how) => [`${name} in ${how}`, Buffer.from(bytes.toString(how))] as const,
    ),
  ])
  const codes = sheets.map(
    (sheet, at) => [`sheet ${at}`, Buffer.from(/^(?:\w{4}-){4}\w{4}$/m.exec(sheet)![0])] as const,
  )
  return Object.fromEntries([...written, ...codes])
}
