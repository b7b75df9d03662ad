import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, stopApp } from '#test/app.ts'
import { get, seal, textCapsule } from '#test/client.ts'
import { type Member, newCrowd, openedCapsule } from '#test/crowd.ts'
import {
  copyCluster,
  type FarPostgres,
  makeCluster,
  missingForOwnPostgres,
  startFarPostgres,
} from '#test/farPostgres.ts'
import { give } from '#test/grants.ts'
import { seriesOf } from '#test/metrics.ts'
import { openToPrimary } from './wire/sharedReadPool.ts'

const why = process.env.DATABASE_URL ? missingForOwnPostgres() : undefined
if (why) console.error(`\n${'='.repeat(80)}\nNO READ REPLICA IS TRIED: ${why}\n${'='.repeat(80)}\n`)

const SHOWN = 30
const PAGE = 25
/** The time that a replica may be behind, and the second between two looks. */
const NOTICED_MS = 15_000

describe.skipIf(!process.env.DATABASE_URL || why)('a read replica', { timeout: 60_000 }, () => {
  let folder: string
  let primary: FarPostgres
  let standby: FarPostgres
  let app: Awaited<ReturnType<typeof startApp>>
  let owner: Member
  let me: Member

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'capsule-replica-'))
    // PostgreSQL runs as somebody else, who must come through to its own.
    await chmod(folder, 0o711)
    makeCluster(join(folder, 'a'))
    primary = await startFarPostgres(join(folder, 'a'), 0)
    copyCluster(primary.url, join(folder, 'b'))
    standby = await startFarPostgres(join(folder, 'b'), 0)
    app = await startWith(standby.url)
    ;[owner, me] = (await newCrowd(app.services, 2)) as [Member, Member]
    for (let i = 0; i < SHOWN; i++) await openedCapsule(app, owner, `众人的第${i}颗`)
  }, 120_000)
  afterAll(async () => {
    await stopApp(app)
    await standby.stop()
    await primary.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const startWith = (DATABASE_READ_URL: string) =>
    startApp({ dataDir: folder, databaseUrl: primary.url }, { DATABASE_READ_URL, LOG_LEVEL: 'silent' })

  async function onStandby(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: standby.url })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  const fresh = async () => (await seriesOf(app.url)).of('database_replica_fresh')
  const becomes = (value: 0 | 1) => expect.poll(fresh, { timeout: NOTICED_MS, interval: 100 }).toBe(value)
  const answered = async (by: 'replica' | 'primary') =>
    (await seriesOf(app.url)).of('database_replica_reads_total', { answered: by }) ?? 0
  /** Everything on the standby that the primary has, and the process knows it. */
  async function caughtUp(): Promise<void> {
    await onStandby('select pg_wal_replay_resume()')
    await becomes(1)
    const newest = await titles()
    await expect.poll(async () => (await titles())[0], { timeout: NOTICED_MS }).toBe(newest[0])
  }

  const token = () => ({ token: me.token })
  const titles = async () => (await get(app.url, 'capsuleOpenList', {}, token())).capsules.map((row) => row.long_tag)
  const ofOwner = async () =>
    (await get(app.url, 'userCapsules', { user_id: owner.id }, token())).capsules.data.map((row) => row.long_tag)
  const found = async (keyword: string) =>
    (await get(app.url, 'capsuleSearch', { keyword }, token())).capsules.map((row) => row.long_tag)
  const people = async (keyword: string) =>
    (await get(app.url, 'searchOwner', { keyword }, token())).users.map(({ nickname }) => nickname)
  const LISTS = { capsuleOpenList: titles, userCapsules: ofOwner, capsuleSearch: () => found('众人的第') }

  it('is asked for the public list, for what somebody shows, and for search', async () => {
    await get(app.url, 'userInfoUpdate', { nickname: '备库上的人' }, { token: owner.token })
    await caughtUp()
    await expect.poll(() => people('备库上'), { timeout: NOTICED_MS }).toEqual(['备库上的人'])
    for (const [name, list] of Object.entries(LISTS)) {
      const before = await answered('replica')
      const shown = await list()
      expect(shown[0], name).toBe(`众人的第${SHOWN - 1}颗`)
      expect(await answered('replica'), name).toBe(before + 1)
    }
    const first = await get(app.url, 'capsuleOpenList', {}, token())
    const second = await get(app.url, 'capsuleOpenList', { page: 2, after: first.next }, token())
    const all = [...first.capsules, ...second.capsules].map(({ long_tag }) => long_tag)
    expect(all).toEqual(Array.from({ length: SHOWN }, (_, i) => `众人的第${SHOWN - 1 - i}颗`))
  })

  it.each(Object.entries(LISTS))('shows nothing taken back since, and no shorter page: %s', async (_name, list) => {
    const [newest, ...rest] = (await get(app.url, 'capsuleOpenList', {}, token())).capsules
    const hide = (is_public: 0 | 1) =>
      get(app.url, 'capsuleIsPublic', { capsule_id: newest!.id, is_public }, { token: owner.token })
    // Three seconds later the replica would not be asked at all: then this showed nothing, and is tried again.
    for (let tries = 0; ; tries++) {
      await caughtUp()
      await onStandby('select pg_wal_replay_pause()')
      await hide(0)
      const [before, wasFresh] = [await answered('primary'), await fresh()]
      const shown = await list()
      expect(shown).not.toContain(newest!.long_tag)
      expect(shown[0]).toBe(rest[0]!.long_tag)
      expect(shown.length).toBeGreaterThanOrEqual(15)
      const wasAsked = (await answered('primary')) === before && wasFresh === 1
      await hide(1)
      if (wasAsked) break
      expect(tries).toBeLessThan(5)
    }
    await caughtUp()
  })

  it('is not asked for what is one’s own', async () => {
    await caughtUp()
    await onStandby('select pg_wal_replay_pause()')
    await give(app.services, Number(me.id), [{ kind: 'time', amount: 2 }])
    const id = await seal(app.url, me.token, textCapsule('<p>x</p>'))
    const { capsules } = await get(app.url, 'myClosedCapsules', {}, token())
    expect(capsules.data.map((row) => row.id)).toEqual([id])
    expect((await get(app.url, 'userInfo', {}, token())).user.time_count).toBe(1)
    await caughtUp()
  })

  it('that is behind is not asked, until it has caught up', async () => {
    await caughtUp()
    await onStandby('select pg_wal_replay_pause()')
    await openedCapsule(app, owner, '刚刚公开')
    await becomes(0)
    expect((await titles())[0]).toBe('刚刚公开')
    await caughtUp()
    const before = await answered('replica')
    expect((await titles())[0]).toBe('刚刚公开')
    expect(await answered('replica')).toBe(before + 1)
  })

  it('that stands still costs a few seconds at most, and then nothing', async () => {
    await caughtUp()
    const { pid } = standby.child
    const frozen = await sessionsOf(standby.url)
    for (const one of [pid!, ...frozen]) process.kill(one, 'SIGSTOP')
    try {
      const begun = performance.now()
      expect(await titles()).toHaveLength(PAGE)
      expect(performance.now() - begun).toBeLessThan(10_000)
      await becomes(0)
      expect(await titles()).toHaveLength(PAGE)
    } finally {
      for (const one of [...frozen, pid!]) process.kill(one, 'SIGCONT')
    }
    await caughtUp()
  })

  it('that is away is not missed, and is asked again when it is back', async () => {
    await standby.stop()
    expect(await titles()).toHaveLength(PAGE)
    await becomes(0)
    const { port } = new URL(standby.url)
    standby = await startFarPostgres(join(folder, 'b'), 0, { port })
    await caughtUp()
  })

  it('that is no standby of this database is never asked', async () => {
    const other = new URL(primary.url)
    other.pathname = '/template1'
    const wrong = await startWith(other.href)
    try {
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      expect((await seriesOf(wrong.url)).of('database_replica_fresh')).toBe(0)
      expect((await get(wrong.url, 'capsuleOpenList', {}, token())).capsules).toHaveLength(PAGE)
    } finally {
      await stopApp(wrong)
    }
  })

  it('gets no shared connection, since what it says may be out of date', async () => {
    const options = { silenceMostMs: 9_000 }
    await expect(openToPrimary({ connectionString: standby.url }, options)).rejects.toThrow('standby')
    const toPrimary = await openToPrimary({ connectionString: primary.url }, options)
    expect(await toPrimary.ask('select 1 as one', [])).toEqual([{ one: 1 }])
    toPrimary.retire()
  })
})

/** The processes of a server's sessions: what stands still when its machine does. */
async function sessionsOf(connectionString: string): Promise<number[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client
    .query<{ pid: number }>(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    .finally(() => client.end())
  return rows.map(({ pid }) => pid)
}
