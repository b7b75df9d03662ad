import { type LogEvent, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeMetrics } from '#server/core/metrics.ts'
import { observe } from '#server/platform/db/observe.ts'
import { startJobs } from '#server/start/jobs.ts'
import { startApp, stopApp, withApp } from '#test/app.ts'
import { newPerson, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { nextCheckpoint } from '#test/log.ts'
import { seriesOf } from '#test/metrics.ts'
import { startProviders } from '#test/providers.ts'
import { makeProxy } from '#test/proxy.ts'

const TOKEN = 'a token of thirty-two characters'.replaceAll(' ', '-')

const app = withApp({ METRICS_TOKEN: TOKEN, SLOW_STATEMENT_MS: '20', WATCH_INVARIANTS: '1' })
let providers: Awaited<ReturnType<typeof startProviders>>
beforeAll(async () => {
  providers = await startProviders(app)
})
afterAll(() => providers.close())

/** Figures of an application that has looked at nothing yet: those that are asked for stand half a minute. */
async function anew<T>(look: (url: string) => Promise<T>): Promise<T> {
  ahead += 31_000
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
  return look(app.url).finally(() => vi.restoreAllMocks())
}
const real = performance.now.bind(performance)
let ahead = 0

describe('/metrics', () => {
  const from = async (headers: Record<string, string>) => {
    const { status, headers: said } = await fetch(`${app.url}/metrics`, { headers })
    return [status, said.get('content-type')?.split(';')[0]]
  }

  it('is there from afar for anyone who shows the token, and for nobody else', async () => {
    const afar = { 'x-forwarded-for': '203.0.113.9' }
    const nowhere = [404, 'application/json']
    expect(await from({ ...afar, authorization: `Bearer ${TOKEN}` })).toEqual([200, 'text/plain'])
    expect(await from({ ...afar, authorization: `Bearer ${TOKEN.slice(1)}` })).toEqual(nowhere)
    expect(await from({ ...afar, authorization: `Bearer ${TOKEN}x` })).toEqual(nowhere)
    expect(await from({ ...afar, authorization: TOKEN })).toEqual(nowhere)
    expect(await from(afar)).toEqual(nowhere)
    expect(await from({})).toEqual([200, 'text/plain'])
  })

  it('says which version this is, that nothing is held, what is free on the disks, and that no promise is broken', async () => {
    const figures = await seriesOf(app.url)
    expect(figures.find('build_info')).toEqual([
      [expect.objectContaining({ version: expect.stringMatching(/^\d/) }), 1],
    ])
    expect(figures.of('clock_held', { reason: 'restored' })).toBe(0)
    for (const place of ['data', 'media']) {
      const [free, size] = ['disk_free_bytes', 'disk_size_bytes'].map((name) => figures.of(name, { place })!)
      expect(free).toBeGreaterThan(0)
      expect(size).toBeGreaterThanOrEqual(free!)
    }
    expect(figures.of('broken_invariants')).toBe(0)
    expect(figures.of('figure_age_seconds', { figure: 'invariants' })).toBeGreaterThanOrEqual(0)
    const connections = figures.of('database_pool_connections', { state: 'total' })
    if (app.databaseUrl) expect(connections).toBeGreaterThan(0)
    else expect(connections).toBeUndefined()
  })

  it('says why nothing is opened and sent', async () => {
    const { clock, db } = app.services
    await sql`update clock set restored = true`.execute(db)
    await clock.look()
    expect((await seriesOf(app.url)).of('clock_held', { reason: 'restored' })).toBe(1)
    await sql`update clock set restored = false`.execute(db)
    await clock.look()
    expect((await seriesOf(app.url)).of('clock_held', { reason: 'restored' })).toBe(0)
  })

  it('says that the log of receipts signs nothing before somebody has confirmed it, and so does /health', async () => {
    const { db } = app.services
    await nextCheckpoint(app.services)
    const health = async (url: string) => (await fetch(`${url}/health`)).json() as Promise<{ receipt_log?: string }>
    const signs = async () => (await anew(seriesOf)).of('receipt_log_signs')
    expect([await signs(), (await anew(health)).receipt_log]).toEqual([1, undefined])
    const { place } = await db.selectFrom('logs').select('place').executeTakeFirstOrThrow()
    await db.updateTable('logs').set({ place: 'elsewhere' }).execute()
    expect([await signs(), (await anew(health)).receipt_log]).toEqual([0, 'unconfirmed'])
    await db.updateTable('logs').set({ place }).execute()
    expect([await signs(), (await anew(health)).receipt_log]).toEqual([1, undefined])
  })

  it('says since when notices wait, which of them, and what their provider answered', async () => {
    const { token } = await newPerson(app.url)
    const own = await seal(app.url, token, textCapsule('<p>x</p>'))
    await comeDue(app.services, own, { daysAgo: 2 })
    const due = await anew(seriesOf)
    expect(due.of('capsules_unplanned')).toBe(1)
    expect(due.of('notice_oldest_due_seconds')).toBeGreaterThan(86_400)
    const sent = due.of('provider_answers_total', { provider: 'aliyun', outcome: 'sent' }) ?? 0
    await providers.turn()
    const told = await anew(seriesOf)
    expect(told.of('capsules_unplanned')).toBe(0)
    expect(told.of('notice_oldest_due_seconds')).toBe(0)
    // Its provider is still asked whether it has arrived.
    expect(told.of('messages_waiting', { channel: 'sms', state: 'sent' })).toBeGreaterThan(0)
    expect(told.of('provider_answers_total', { provider: 'aliyun', outcome: 'sent' })).toBe(sent + 1)
    await sql`update messages set state = 'waiting', next_at = now() - interval '1 hour' where capsule_id = ${Number(own)}`.execute(
      app.services.db,
    )
    const waits = await anew(seriesOf)
    expect(waits.of('messages_waiting', { channel: 'sms', state: 'waiting' })).toBe(1)
    expect(waits.of('notice_oldest_due_seconds')).toBeGreaterThanOrEqual(3_600)
    await providers.turn()
  })

  it('says when each job last ended well, and how often one has failed', async () => {
    const stop = startJobs(app.services)
    const success = async () =>
      (await seriesOf(app.url)).of('job_last_success_timestamp_seconds', { name: 'planNotices' })
    await expect
      .poll(success, { timeout: 20_000 })
      .toBeGreaterThan(Date.now() / 1000 - 3_600)
      .finally(stop)
    const figures = await seriesOf(app.url)
    expect(figures.of('job_interval_seconds', { name: 'planNotices' })).toBe(5)
    expect(figures.of('job_last_duration_seconds', { name: 'planNotices' })).toBeGreaterThan(0)
    expect(figures.of('job_failures_total', { name: 'planNotices' })).toBeUndefined()

    vi.spyOn(app.services.clock, 'look').mockRejectedValue(new Error('planted'))
    vi.spyOn(app.services.log, 'error').mockReturnValue()
    await startJobs(app.services)()
    vi.restoreAllMocks()
    expect((await seriesOf(app.url)).of('job_failures_total', { name: 'planNotices' })).toBe(1)
  })

  it.skipIf(process.env.MEDIA_STORE)(
    'counts what the store of uploads could not do, not what it was right to say',
    async () => {
      const { media } = app.services
      const object = { key: `image/1/${'0'.repeat(32)}.png`, size: 3, mime: 'image/png', secret: Buffer.alloc(48) }
      expect(await media.sizeOf(object.key)).toBeUndefined()
      await expect(media.read(object, 0, 3)).rejects.toThrow()
      const figures = await seriesOf(app.url)
      expect(figures.find('media_store_errors_total')).toEqual([[{ operation: 'read' }, 1]])
    },
  )
})

describe('a statement', () => {
  const secret = '13912345678'

  it('that is slow is named in the log and counted, and nothing it was asked with is told', async () => {
    const warn = vi.spyOn(app.services.log, 'warn')
    await sql`select count(*), ${secret}::text, '13912345678'
      from generate_series(1, 1000000) left join users on id in (1, 2)`.execute(app.services.db)
    const said = warn.mock.calls.filter(([fields]) =>
      /^select users /.test((fields as { statement?: string }).statement!),
    )
    vi.restoreAllMocks()
    expect(said).toHaveLength(1)
    const [fields, words] = said[0]! as unknown as [{ statement: string }, string]
    expect(words).toBe('a slow statement')
    expect(fields).toEqual({ statement: expect.stringMatching(/^select users [0-9a-f]{6}$/), ms: expect.any(Number) })
    expect(JSON.stringify(said)).not.toContain(secret)
    const { statement } = fields
    expect((await seriesOf(app.url)).of('slow_statements_total', { statement })).toBe(1)
  })

  it('is named from the bound on, alike with any values and however many, and by none where the bound is 0', () => {
    const named = (sql: string, queryDurationMillis: number, slowStatementMs = 200) => {
      const warn = vi.fn<(fields: { statement?: string }, words: string) => void>()
      const { onStatement } = observe({ log: { warn }, metrics: makeMetrics(), slowStatementMs })
      onStatement({ level: 'query', query: { sql }, queryDurationMillis } as LogEvent)
      return warn.mock.calls[0]?.[0].statement
    }
    const few = named('update capsules set x = $1 where id in ($2, $3)', 200)
    expect(few).toMatch(/^update capsules [0-9a-f]{6}$/)
    expect(named("update  capsules set x = 'it''s' where id in (1,2,\n3.5)", 200)).toBe(few)
    expect(named('update capsules set y = $1 where id in ($2, $3)', 200)).not.toBe(few)
    expect(named('insert into "tries" ("a") values ($1), ($2)', 900)).toMatch(/^insert tries /)
    expect(named('with a as (delete from codes returning 1) select from a join users u on true', 900)).toMatch(
      /^with codes a users /,
    )
    expect(named('select 1', 199)).toBeUndefined()
    expect(named('select 1', 60_000, 0)).toBeUndefined()
  })

  it('that fails is counted once by the class of its SQLSTATE, within a transaction too', async () => {
    const { db } = app.services
    const count = async (name: string) => (await seriesOf(app.url)).of('database_errors_total', { class: name }) ?? 0
    const before = await count('22')
    await expect(sql`select 1 / ${0}::int`.execute(db)).rejects.toThrow()
    expect(await count('22')).toBe(before + 1)
    const failing = db.transaction().execute((db) => sql`select 1 / ${0}::int`.execute(db))
    await expect(failing).rejects.toThrow()
    expect(await count('22')).toBe(before + 2)
    // An error that appears only at the commit.
    const unique = await count('23')
    const committing = db.transaction().execute(async (db) => {
      await sql`create temporary table twice (a int unique deferrable initially deferred) on commit drop`.execute(db)
      await sql`insert into twice values (1), (1)`.execute(db)
    })
    await expect(committing).rejects.toThrow()
    expect(await count('23')).toBe(unique + 1)
  })
})

describe.skipIf(!process.env.DATABASE_URL)('while the database server stands still', () => {
  type Site = Awaited<ReturnType<typeof startApp>>
  let way: Awaited<ReturnType<typeof makeProxy>>
  let site: Site
  beforeAll(async () => {
    const url = new URL(app.databaseUrl!)
    way = await makeProxy(Number(url.port || 5432))
    url.hostname = '127.0.0.1'
    url.port = String(way.port)
    site = await startApp({ dataDir: app.dataDir, databaseUrl: url.href })
  })
  afterAll(async () => {
    way.goOn()
    await stopApp(site)
    await way.close()
  })

  it('a scrape says the last that is known, and its age grows', async () => {
    const before = await seriesOf(site.url)
    expect(before.of('capsules_unplanned')).toBe(0)
    way.stall()
    vi.spyOn(performance, 'now').mockImplementation(() => real() + 31_000)
    const during = await seriesOf(site.url)
    vi.restoreAllMocks()
    expect(during.of('capsules_unplanned')).toBe(0)
    const age = (figures: typeof before) => figures.of('figure_age_seconds', { figure: 'waiting' })!
    expect(age(during)).toBeGreaterThan(age(before) + 30)
    way.goOn()
  })

  it('connections that cannot be had are counted', async () => {
    const { db } = site.services
    const count = async () => (await seriesOf(site.url)).of('database_errors_total', { class: '08' }) ?? 0
    await way.close()
    // The open connections break; then no new one can be had.
    await expect(sql`select 1`.execute(db)).rejects.toThrow()
    await expect.poll(() => site.services.pool!().total, { timeout: 20_000 }).toBe(0)
    const before = await count()
    await expect(sql`select 1`.execute(db)).rejects.toThrow()
    expect(await count()).toBeGreaterThan(before)
  })
})
