import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDatabase, startApp, stopApp } from '#test/app.ts'
import { ask, get, newPerson, seal, textCapsule } from '#test/client.ts'
import { dropDatabase } from '#test/databases.ts'
import { addressOf, ended, listenTo, runServer } from '#test/process.ts'
import { DRILL, THOROUGH } from '#test/thorough.ts'

const GB = 1024 ** 3
const disk = vi.hoisted(() => ({ freeBytes: 0 }))
vi.mock('#server/platform/db/embedded/space.ts', async (original) => ({
  ...(await original<typeof import('./embedded/space.ts')>()),
  freeBytesOf: () => async () => disk.freeBytes,
}))

const SOON = { timeout: 10_000, interval: 200 }
const healthOf = async (url: string) => {
  const response = await fetch(`${url}/health`)
  return { status: response.status, ...((await response.json()) as object) }
}
const READS_ONLY = { status: 'ok', reads: true, writes: false, reason: expect.stringMatching(/\p{Script=Han}/u) }
const ALL_IS_WELL = { status: 'ok' }

const healthSays = (url: string, state: object) =>
  expect.poll(async () => (await (await fetch(`${url}/health`)).json()) as object, SOON).toEqual(state)

type Person = { token: string }

/** Sealed capsules are there; a call that would write gets a clear answer. */
async function servesReadsAlone(url: string, { token }: Person, sealed: string) {
  expect((await healthOf(url)).status).toBe('ok')
  expect((await fetch(`${url}/health`)).status).toBe(200)
  await healthSays(url, READS_ONLY)
  const { capsules } = await get(url, 'myClosedCapsules', {}, { token })
  expect(capsules.data.map(({ id }) => id)).toEqual([sealed])
  const writing = await ask(url, 'createTimeCapsule', textCapsule('<p>写不下</p>'), { token })
  expect(writing).toMatchObject({ status: 503, code: 5000 })
}

async function servesAll(url: string, { token }: Person) {
  await healthSays(url, ALL_IS_WELL)
  await seal(url, token, textCapsule('<p>又写得下了</p>'))
}

let dataDir: string
let databaseUrl: string | undefined
let site: Awaited<ReturnType<typeof startApp>> | undefined

async function start(): Promise<string> {
  site = await startApp({ dataDir, databaseUrl })
  return site.url
}

async function stop(): Promise<void> {
  if (site) await stopApp(site)
  site = undefined
}

beforeEach(async () => {
  disk.freeBytes = 10 * GB
  dataDir = await mkdtemp(join(tmpdir(), 'capsule-reads-'))
  databaseUrl = await makeDatabase()
})
afterEach(async () => {
  await stop()
  await dropDatabase(databaseUrl)
  await rm(dataDir, { recursive: true, force: true })
})

async function somethingSealed(url: string) {
  const person = await newPerson(url)
  const sealed = await seal(url, person.token, textCapsule('<p>早就写好了</p>'))
  // Not seen for a while, so that the sign-in would be written down anew.
  await site?.services.db.updateTable('sessions').set({ last_at: sql`now() - interval '2 hours'` }).execute()
  return { person, sealed }
}

describe.skipIf(process.env.DATABASE_URL)('the embedded engine without room on its disk', { timeout: 120_000 }, () => {
  it('serves reads and says so, before a start and after it, and writes again when there is room', async () => {
    const url = await start()
    await healthSays(url, ALL_IS_WELL)
    const { person, sealed } = await somethingSealed(url)
    disk.freeBytes = 0
    await servesReadsAlone(url, person, sealed)
    await stop()
    const again = await start()
    await servesReadsAlone(again, person, sealed)
    disk.freeBytes = 10 * GB
    await servesAll(again, person)
  })

  it('knows a copy that was put back, and holds its notices also once there is room', async () => {
    await start()
    await stop()
    await rename(dataDir, `${dataDir}-first`)
    await cp(`${dataDir}-first`, dataDir, { recursive: true })
    await rm(`${dataDir}-first`, { recursive: true })
    disk.freeBytes = 0
    const url = await start()
    await healthSays(url, { ...READS_ONLY, held: 'restored' })
    disk.freeBytes = 10 * GB
    await healthSays(url, { status: 'ok', held: 'restored' })
    await site!.services.clock.look()
    await healthSays(url, { status: 'ok', held: 'restored', lost: expect.any(Object) })
  })

  it('begins no new data', async () => {
    disk.freeBytes = 0
    await expect(start()).rejects.toThrow('磁盘剩余空间只有 0 MB，暂停写入：数据库还是空的')
  })

  it.runIf(THOROUGH && mayMount())(
    'starts without a byte left, also after it was killed',
    { timeout: 120_000, ...DRILL },
    async () => {
      const small = mkdtempSync(join(tmpdir(), 'capsule-small-'))
      const filling = join(small, 'filling')
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', small])
      const run = () => runServer({ DATA_DIR: join(small, 'data'), LOG_LEVEL: 'silent' })
      let child: ReturnType<typeof run> | undefined
      try {
        site = await startApp({ dataDir: join(small, 'data'), databaseUrl })
        const { person, sealed } = await somethingSealed(site.url)
        await stop()
        // Filled once: nothing may take what room the first start has made.
        await fill(filling)
        let url = ''
        for (const _ of ['stopped', 'killed']) {
          child?.kill('SIGKILL')
          if (child) await ended(child)
          child = run()
          const said = listenTo(child)
          url = await addressOf(child)
          await expect.poll(said, SOON).toContain('现在只能读取，不能写入：磁盘剩余空间只有')
          await servesReadsAlone(url, person, sealed)
        }
        await rm(filling)
        await servesAll(url, person)
      } finally {
        await stop()
        child?.kill('SIGKILL')
        if (child) await ended(child)
        execFileSync('umount', [small])
        rmSync(small, { recursive: true })
      }
    },
  )
})

/** Only root may, and not in every container; what needs it is skipped elsewhere. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'capsule-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('┌──────────────────────────────────────────────────────────────┐')
    console.warn('│ NOT RUN: a start on a full disk (no permission to mount one) │')
    console.warn('└──────────────────────────────────────────────────────────────┘')
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** To the last byte. */
const fill = (path: string): Promise<void> =>
  new Promise((resolve) => {
    const file = createWriteStream(path).on('error', () => resolve())
    const write = (): void => {
      while (!file.destroyed && file.write(Buffer.alloc(4096)));
    }
    file.on('drain', write)
    write()
  })

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** As an operator does, or a change of the primary: every session begins anew. */
const makeReadOnly = (on: boolean) => {
  const name = new URL(databaseUrl!).pathname.slice(1)
  return onServer(
    'set default_transaction_read_only = off',
    `alter database ${name} set default_transaction_read_only = ${on ? 'on' : 'off'}`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  )
}

describe.skipIf(!process.env.DATABASE_URL)('a server', () => {
  it('that takes no writes serves reads and says so, before a start and after it, and writes again', async () => {
    const url = await start()
    await healthSays(url, ALL_IS_WELL)
    const { person, sealed } = await somethingSealed(url)
    await makeReadOnly(true)
    await servesReadsAlone(url, person, sealed)
    await stop()
    const again = await start()
    await servesReadsAlone(again, person, sealed)
    await makeReadOnly(false)
    await servesAll(again, person)
  })

  it('without room on its disk says so once a write has met it', async () => {
    const url = await start()
    const { person, sealed } = await somethingSealed(url)
    await onServer(`create function full_disk() returns trigger language plpgsql
      as $$ begin raise exception 'no space' using errcode = '53100'; end $$`)
    await sql`create trigger full_disk before insert on capsules execute function full_disk()`.execute(
      site!.services.db,
    )
    const writing = await ask(url, 'createTimeCapsule', textCapsule('<p>x</p>'), { token: person.token })
    expect(writing).toMatchObject({ status: 503 })
    await servesReadsAlone(url, person, sealed)
  })
})
