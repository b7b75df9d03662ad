import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { openBucket } from '#server/platform/media/bucket.ts'
import { makeDatabase, startApp, stopApp, withApp } from '#test/app.ts'
import { newPerson, seal, textCapsule } from '#test/client.ts'
import { dropDatabase } from '#test/databases.ts'
import { comeDue } from '#test/due.ts'
import { makeCluster, missingForOwnPostgres, startFarPostgres } from '#test/farPostgres.ts'
import { makeClock } from './clock.ts'
import { release } from './clockRow.ts'

const onServer = process.env.DATABASE_URL !== undefined
type Site = Awaited<ReturnType<typeof startApp>>

const told = async (url: string, tel: string) =>
  ((await (await fetch(`${url}/dev/outbox?to=${tel}`)).json()) as { template: string }[]).filter(
    ({ template }) => template === 'openOwner',
  )
const health = async (url: string) => (await fetch(`${url}/health`)).json()

async function dueCapsule({ url, services }: Pick<Site, 'url' | 'services'>) {
  const owner = await newPerson(url)
  await comeDue(services, await seal(url, owner.token, textCapsule('<p>x</p>')))
  return owner
}

/** Another process' clock over the same database, with a monotonic clock of its own. */
async function processWith({ services }: Pick<Site, 'services'>, media = services.media) {
  let passed = 0
  const clock = await makeClock({ ...services, media }, { now: () => performance.now() + passed })
  const sends = async () =>
    (await sql<{ may: boolean }>`select now() <= ${clock.dueToSend()} as may`.execute(services.db)).rows[0]!.may
  return {
    ...clock,
    sends,
    tenSecondsLater: () => {
      passed += 10_000
      return clock.look()
    },
  }
}

describe('a process that is running', () => {
  const app = withApp()
  const rowsOf = async (table: 'clock' | 'clock_looks') => app.services.db.selectFrom(table).selectAll().execute()
  afterEach(() => release(app.services.db))

  /** As a failover to a standby that had not got the last commits leaves it: the rows of some moments ago. */
  async function shortened(work: () => Promise<unknown>) {
    const { db } = app.services
    const [clock, looks] = [await rowsOf('clock'), await rowsOf('clock_looks')]
    await work()
    await db.deleteFrom('clock').execute()
    await db
      .insertInto('clock')
      .values(clock as never)
      .execute()
    await db.deleteFrom('clock_looks').execute()
    if (looks.length > 0)
      await db
        .insertInto('clock_looks')
        .values(looks as never)
        .execute()
  }

  it('and finds less in the database than it wrote there sends nothing from that very moment, and says why', async () => {
    const { clock } = app.services
    await clock.look()
    const owner = await dueCapsule(app)
    await shortened(() => clock.look())
    expect(clock.held()).toBeUndefined()
    const { rows } = await sql`select 1 where now() <= ${clock.dueToSend()}`.execute(app.services.db)
    expect(rows).toEqual([])
    await sendNotices(app.services)
    expect(await told(app.url, owner.tel)).toEqual([])
    expect(await health(app.url)).toMatchObject({ status: 'ok', held: 'restored' })
    await release(app.services.db)
    await sendNotices(app.services)
    expect(await told(app.url, owner.tel)).toHaveLength(1)
  })

  it('notices it also when another one that began since has looked before it', async () => {
    const old = await processWith(app)
    await shortened(() => old.look())
    const young = await processWith(app)
    await young.look()
    expect(young.held()).toBeUndefined()
    await old.look()
    await young.look()
    expect([old.held(), young.held()]).toEqual(['restored', 'restored'])
  })

  it('holds nothing as long as nothing is lost, however many look', async () => {
    const [one, two] = [await processWith(app), await processWith(app)]
    for (let turn = 0; turn < 3; turn++)
      await Promise.all([one.look(), two.look(), one.keepWitness(), two.keepWitness()])
    expect([one.held(), two.held(), await one.sends(), await two.sends()]).toEqual([undefined, undefined, true, true])
  })

  it('after a clock that was ahead and that somebody set right is not taken for a restored one', async () => {
    const { db } = app.services
    const one = await processWith(app)
    await sql`update clock set last_at = now() + interval '2 days'`.execute(db)
    await one.keepWitness()
    expect((await processWith(app)).held()).toBe('jump')
    await release(db)
    expect((await processWith(app)).held()).toBeUndefined()
    // Still not, once the moment that was witnessed has really come.
    await sql`update clock set last_at = now() - interval '1 second'`.execute(db)
    await one.keepWitness()
    await release(db)
    await sql`update clock set last_at = now() - interval '1 minute'`.execute(db)
    const next = await processWith(app)
    await next.look()
    expect(next.held()).toBeUndefined()
    await next.keepWitness()
  })

  it('keeps no witness while it is held, so that the next start still sees what was lost', async () => {
    const { db } = app.services
    const one = await processWith(app)
    await one.look()
    await one.keepWitness()
    await sql`update clock set last_at = last_at - interval '1 minute', restored = true`.execute(db)
    await one.keepWitness()
    await sql`update clock set restored = false`.execute(db)
    expect((await processWith(app)).held()).toBe('restored')
  })

  it('starts without an answer of the media store, and compares as soon as there is one', async () => {
    const { db, log, media } = app.services
    const one = await processWith(app)
    await one.look()
    await one.keepWitness()
    await sql`update clock set last_at = last_at - interval '1 minute'`.execute(db)
    const nowhere = {
      kind: 's3',
      url: 'http://127.0.0.1:9',
      name: 'b',
      region: 'r',
      accessKeyId: 'i',
      accessKeySecret: 's',
    }
    const away = openBucket({
      config: { bucket: { ...nowhere, pathStyle: true } } as never,
      log,
      now: () => new Date(),
    })
    const store = { ...media, witness: away.witness }
    const young = await processWith(app, store)
    expect(young.held()).toBeUndefined()
    await young.keepWitness()
    store.witness = media.witness
    await young.look()
    await young.keepWitness()
    expect(young.held()).toBe('restored')
  })

  describe.runIf(onServer)('on a server', () => {
    /** As a promotion leaves it: the server's timeline is another one than the row knows. */
    const promote = () => sql`update clock set timeline = timeline - 1`.execute(app.services.db)

    it('and sees the timeline raised, with nothing lost, vouches for the failover', async () => {
      const running = await processWith(app)
      await running.look()
      await promote()
      const young = await processWith(app)
      await young.look()
      expect([young.held(), await young.sends()]).toEqual([undefined, false])
      await running.look()
      expect(await running.sends()).toBe(true)
      await young.tenSecondsLater()
      expect([young.held(), await young.sends()]).toEqual([undefined, true])
    })

    it('alone, on a timeline that nobody vouches for, sends nothing, and is held after ten seconds', async () => {
      await promote()
      const alone = await processWith(app)
      await alone.look()
      expect([alone.held(), await alone.sends()]).toEqual([undefined, false])
      await alone.tenSecondsLater()
      expect([alone.held(), await alone.sends()]).toEqual(['restored', false])
      await release(app.services.db)
      const next = await processWith(app)
      await next.look()
      expect([next.held(), await next.sends()]).toEqual([undefined, true])
    })
  })
})

describe('a database that was put back in its very place', { timeout: 300_000 }, () => {
  let folder: string
  const ends: (() => unknown)[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'capsule-back-'))
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  /** Sends once, is put back to before that, and must not send again until somebody has confirmed it. */
  async function sendsOnce(
    start: () => Promise<Site>,
    { backUp, putBack }: Record<'backUp' | 'putBack', () => unknown>,
  ) {
    let site = await start()
    const owner = await dueCapsule(site)
    await site.services.clock.look()
    await stopApp(site)
    await backUp()
    site = await start()
    await sendNotices(site.services)
    await site.services.clock.keepWitness()
    expect(await told(site.url, owner.tel)).toHaveLength(1)
    await stopApp(site)
    await putBack()
    site = await start()
    await sendNotices(site.services)
    expect(await told(site.url, owner.tel)).toEqual([])
    await expect
      .poll(() => site.services.clock.look().then(site.services.clock.held), { timeout: 15_000 })
      .toBe('restored')
    await release(site.services.db)
    await sendNotices(site.services)
    expect(await told(site.url, owner.tel)).toHaveLength(1)
    await stopApp(site)
  }

  it.skipIf(onServer)('is known by the witness in the media store: the same files of the embedded engine', async () => {
    const [pg, copy] = [join(folder, 'pg'), join(folder, 'copy')]
    ends.push(() => rm(folder, { recursive: true, force: true }))
    await sendsOnce(() => startApp({ dataDir: folder, databaseUrl: undefined }), {
      backUp: () => execFileSync('cp', ['-a', pg, copy]),
      putBack: async () => {
        // The file that tells the place stays the very same one.
        for (const name of await readdir(pg)) if (name !== 'PG_VERSION') await rm(join(pg, name), { recursive: true })
        execFileSync('cp', ['-aT', copy, pg])
      },
    })
  })

  const lacking = onServer ? missingForOwnPostgres() : 'no server'
  describe.skipIf(lacking)('a whole PostgreSQL cluster', () => {
    /** A cluster of one's own whose files are put back, as a snapshot or pgBackRest would. */
    async function cluster(more: { atARestore?: () => Promise<unknown> } = {}) {
      const dir = folder
      const files = join(dir, 'cluster')
      makeCluster(dir)
      let server = await startFarPostgres(dir, 0)
      ends.push(async () => {
        await server.stop()
        await rm(dir, { recursive: true, force: true })
      })
      const copy = async (from: string, to: string) => {
        await server.stop()
        await rm(to, { recursive: true, force: true })
        execFileSync('cp', ['-a', from, to])
      }
      return {
        start: () => startApp({ dataDir: join(dir, 'data'), databaseUrl: server.url }),
        backUp: async () => {
          await copy(files, join(dir, 'backup'))
          server = await startFarPostgres(dir, 0)
        },
        putBack: async () => {
          await copy(join(dir, 'backup'), files)
          await more.atARestore?.()
          server = await startFarPostgres(dir, 0)
        },
      }
    }

    it('is known by the witness in the media store', async () => {
      const { start, ...steps } = await cluster()
      await sendsOnce(start, steps)
    })

    it('is known by its timeline after a restore to a moment, also where the media store knows nothing', async () => {
      const { start, ...steps } = await cluster({
        atARestore: async () => {
          await rm(join(folder, 'data', 'media', 'witness'), { recursive: true })
          const files = join(folder, 'cluster')
          execFileSync('cp', ['-a', join(files, 'PG_VERSION'), join(files, 'recovery.signal')])
          await writeFile(join(files, 'postgresql.auto.conf'), "restore_command = 'false'\n")
        },
      })
      await sendsOnce(start, steps)
    })
  })
})

describe.runIf(onServer)('a database that was put back under a running process', { timeout: 120_000 }, () => {
  it('is held at the next look, and nothing of it is sent before', async () => {
    const databaseUrl = (await makeDatabase())!
    const dataDir = await mkdtemp(join(tmpdir(), 'capsule-under-'))
    const site = await startApp({ dataDir, databaseUrl })
    const owner = await dueCapsule(site)
    await site.services.clock.look()
    const { pathname } = new URL(databaseUrl)
    const name = pathname.slice(1)
    const besides = await startOver(databaseUrl)
    await besides(`alter database ${name} allow_connections false`)
    await besides(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    await besides(`create database ${name}_copy template ${name}`)
    await besides(`alter database ${name} allow_connections true`)
    await expect
      .poll(() => sendNotices(site.services).then(() => told(site.url, owner.tel)), { timeout: 20_000 })
      .toHaveLength(1)
    await besides(`drop database ${name} with (force)`)
    await besides(`alter database ${name}_copy rename to ${name}`)
    await expect
      .poll(() => sendNotices(site.services).then(() => health(site.url)), { timeout: 20_000 })
      .toMatchObject({ status: 'ok', held: 'restored' })
    expect(await told(site.url, owner.tel)).toEqual([])
    await stopApp(site)
    await dropDatabase(databaseUrl)
    await rm(dataDir, { recursive: true, force: true })
  })
})

/** Statements said on the server itself, beside the database that they are about. */
async function startOver(databaseUrl: string) {
  const { default: pg } = await import('pg')
  const url = new URL(databaseUrl)
  url.pathname = '/postgres'
  return async (statement: string) => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
}
