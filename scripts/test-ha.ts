// `npm run test:ha`: what happens to machines, on a real cluster on loopback (deploy/patroni.yml, HAProxy, three processes of
// ours), while people seal, look and open. `-- --all` runs every drill, else the short form; `--loss` a forced loss alone, the
// last drill of all; `--pooler` puts PgBouncer between (deploy/pgbouncer.ini), `--older` makes two of the processes the version
// before. Where it cannot run – no root, no Debian packages, no cluster that comes up – it says so loudly; REQUIRE_HA=1
// makes that a failure.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '#server/platform/db/tables.ts'
import { typeParser } from '#server/platform/db/types.ts'
import { later } from '#test/client.ts'
import { command } from '#test/command.ts'
import { newCrowd } from '#test/crowd.ts'
import { missingForFarPostgres } from '#test/farPostgres.ts'
import { give } from '#test/grants.ts'
import { type Cluster, startCluster, until } from '#test/ha/cluster.ts'
import { DRILLS, type Drill, putBack, type Scene } from '#test/ha/drills.ts'
import * as loss from '#test/ha/loss.ts'
import { type Load, type Seen, startPeople } from '#test/ha/people.ts'
import { sentOf } from '#test/ha/sent.ts'
import { buildEarlier, type Site, startSite } from '#test/ha/site.ts'
import { startMailServer } from '#test/mailServer.ts'
import { missingForPooler, startPooler } from '#test/pooler.ts'
import { providersEnv, SMS_KEY } from '#test/providers.ts'
import { startAliyunSms, type TakenSms } from '../standins/aliyunSms.ts'

const ALL = process.argv.includes('--all')
const LOSS = process.argv.includes('--loss')
const POOLED = process.argv.includes('--pooler')
const OLDER = process.argv.includes('--older')
const PEOPLE = 10
const BALANCE = 100_000
const PUT_BACK_SECONDS = ALL ? 60 : 15
const HELD_WITHIN_MS = 15_000
const QUIET_MS = 3_000

function whyNot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid!() !== 0)
    return 'it must start servers as others, so it needs root'
  const lacks = missingForFarPostgres()
  if (lacks?.includes('PostgreSQL')) return lacks
  if (POOLED && missingForPooler()) return missingForPooler()
  const { status, stderr } = spawnSync('bash', ['scripts/cluster.sh'], { encoding: 'utf8' })
  return status === 0 ? undefined : `Patroni, etcd and HAProxy could not be fetched\n${stderr.trim()}`
}

function notRun(why: string): never {
  console.error(`\n${'='.repeat(80)}\nHA-TESTS NOT RUN: ${why}\n${'='.repeat(80)}\n`)
  process.exit(process.env.REQUIRE_HA === '1' ? 1 : 0)
}

async function run(): Promise<boolean> {
  const parts = LOSS ? [forcedLoss] : ALL ? [drills, forcedLoss] : [drills]
  const faults: string[] = []
  let count = 0
  for (const part of parts) {
    const done = await part()
    faults.push(...done.faults)
    count += done.count
  }
  for (const fault of faults) console.error(`✗ ${fault}`)
  const failed = faults.length > 0 ? 1 : 0
  console.log(`${count - failed} passed, ${failed} failed`)
  return failed === 0
}

type Done = { faults: string[]; count: number }

async function drills(): Promise<Done> {
  const ground = await layGround()
  const { cluster, folder, sms, db } = ground
  const rows: TableRow[] = []
  const faults: string[] = []
  let site: Site | undefined
  try {
    const earlier = buildEarlier(olderCommit(), folder)
    console.log(`three processes${earlier ? '' : ', no earlier version to roll out'} …`)
    const others = OLDER && earlier ? earlier : process.cwd()
    site = await startSite(folder, [process.cwd(), others, others], ground.env)
    const scene: Scene = { cluster, site, folder, earlier }
    const people = startPeople(site.url, await membersOf(db))
    for (const drill of DRILLS.filter(({ short }) => ALL || short)) {
      const row = await perform(drill, scene, people)
      rows.push(row)
      faults.push(...faultsOf(row, drill).map((fault) => `${drill.name}: ${fault}`))
      print(row)
    }
    await people.stop()
    faults.push(...(await afterwards(db, people, sms.taken)))
    faults.push(...(await whilePuttingBack(scene)))
  } finally {
    await site?.stop()
    await ground.leave()
  }
  return { faults, count: rows.length + 2 }
}

/** Forces a loss, on a cluster of its own with settings that no real one may have. */
async function forcedLoss(): Promise<Done> {
  const ground = await layGround({ forgetful: true })
  const { cluster, folder, sms, db } = ground
  let site: Site | undefined
  try {
    site = await startSite(folder, [process.cwd(), process.cwd()], ground.env)
    const people = startPeople(site.url, await membersOf(db))
    const confirm = () => command(ground.env, 'clock', 'confirm')
    const lost = await loss.forceLoss({ cluster, site, people, db, taken: sms.taken, confirm })
    loss.print(lost)
    return { faults: loss.faultsOf(lost).map((fault) => `a forced loss: ${fault}`), count: 1 }
  } finally {
    await site?.stop()
    await ground.leave()
  }
}

/** A cluster, providers, and the settings of the processes beside them. */
async function layGround({ forgetful = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'capsule-ha-'))
  const place = join(folder, 'cluster')
  mkdirSync(place)
  spawnSync('chmod', ['755', folder, place])
  console.log(`a cluster of three${forgetful ? ' that forgets' : ''} …`)
  const cluster = await startCluster(place, { forgetful }).catch((error: Error) =>
    notRun(`the cluster did not start\n${error.message}`),
  )
  const sms = await startAliyunSms(SMS_KEY)
  const mail = await startMailServer()
  const pooler = POOLED ? await poolerBefore(cluster) : undefined
  const env = {
    ...(pooler?.env ?? { DATABASE_URL: cluster.url }),
    ...{ DATABASE_POOL: '8', DATA_DIR: join(folder, 'data') },
    ...{ MASTER_KEY: randomBytes(32).toString('base64'), TRUST_PROXY: '1', DRAIN_SECONDS: '4' },
    ...providersEnv(sms, mail),
  }
  const db = databaseAt(cluster.url)
  async function leave(): Promise<void> {
    await db.destroy().catch(() => {})
    await pooler?.stop()
    await Promise.all([sms.close(), mail.close()])
    await cluster.stop()
  }
  return { cluster, folder, sms, env, db, leave }
}

/** PgBouncer between, and the role that carries the settings of sessions (docs/decisions/servers.md). */
async function poolerBefore(cluster: Cluster) {
  const { username: user, password } = new URL(cluster.url)
  for (const setting of [
    "timezone = '<+08>-08'",
    "statement_timeout = '15s'",
    "idle_in_transaction_session_timeout = '15s'",
  ])
    await cluster.asAdmin(`alter role ${user} set ${setting}`)
  const { url, stop } = await startPooler(cluster.url, { user, password })
  return { env: { DATABASE_POOLER: '1', DATABASE_URL: url, DATABASE_DIRECT_URL: cluster.url }, stop }
}

/** The version before this one, as `npm run test:older` takes it. */
const olderCommit = (): string =>
  readFileSync('test/older.txt', 'utf8')
    .split('\n')
    .find((line) => line && !line.startsWith('#'))!

type TableRow = Seen & { name: string }

/** Some seconds of quiet before, so that each drill is judged by itself. */
async function perform({ name, act }: Drill, scene: Scene, people: Load): Promise<TableRow> {
  await later(QUIET_MS)
  people.seen()
  people.forgetTime()
  await act(scene)
  await later(QUIET_MS)
  return { name, ...people.seen() }
}

function faultsOf(
  { lost, miscounted, wrong, unavailable, broken, acknowledged }: TableRow,
  { gentle }: Drill,
): string[] {
  return [
    ...lost.map((id) => `lost: ${id}`),
    ...miscounted.map((text) => `paid otherwise than once: ${text}`),
    ...wrong.map((text) => `wrong answer: ${text}`),
    ...(gentle && unavailable > 0 ? [`${unavailable} times 503`] : []),
    ...(gentle ? broken.map((text) => `broken: ${text}`) : []),
    ...(acknowledged === 0 ? ['nothing was sealed'] : []),
  ]
}

function print({ name, stillMs, acknowledged, lost, miscounted, calls, unavailable, broken, wrong }: TableRow): void {
  const figures = [
    `still ${(stillMs / 1000).toFixed(1)} s`,
    `${acknowledged} acknowledged`,
    `${lost.length} lost`,
    `${miscounted.length} paid twice`,
    `${calls} calls: ${unavailable} × 503, ${broken.length} broken, ${wrong.length} wrong`,
  ]
  console.log(`${name} | ${figures.join(' | ')}`)
}

/** Every acknowledged capsule is there once, nothing else was paid for, every notice was sent once, no promise is broken. */
async function afterwards(db: Kysely<Tables>, people: Load, taken: readonly TakenSms[]): Promise<string[]> {
  const faults: string[] = []
  let sealed = 0
  for (const [owner, ids] of people.sealed()) {
    const rows = await db.selectFrom('capsules').select('id').where('owner_id', '=', Number(owner)).execute()
    const there = new Set(rows.map(({ id }) => String(id)))
    sealed += ids.length
    faults.push(...ids.filter((id) => !there.has(id)).map((id) => `gone: ${id}`))
    // A sealing may have been carried out for a person who had given up waiting when the run ended.
    if (there.size > ids.length) faults.push(`${there.size - ids.length} of ${owner} nobody knows of`)
  }
  const { rows: broken } = await sql`select * from broken_invariants`.execute(db)
  faults.push(...broken.map((row) => `broken: ${JSON.stringify(row)}`))
  const { notices, twice } = sentOf(taken)
  if (twice > 0) faults.push(`${twice} notices sent twice`)
  console.log(`afterwards | ${sealed} sealed, ${notices} notices sent, ${twice} of them twice, ${faults.length} faults`)
  return faults
}

/** A database that went back is noticed by every process within fifteen seconds, and nothing is sent. */
async function whilePuttingBack(scene: Scene): Promise<string[]> {
  await putBack(scene, PUT_BACK_SECONDS)
  const began = performance.now()
  await until('every process says that it is held', async () => {
    const held = await scene.site.held().catch(() => [undefined])
    return held.every(Boolean)
  })
  const ms = performance.now() - began
  console.log(`the database is put back ${PUT_BACK_SECONDS} s | held after ${(ms / 1000).toFixed(1)} s`)
  return ms > HELD_WITHIN_MS ? [`held only after ${Math.round(ms / 1000)} s`] : []
}

const databaseAt = (connectionString: string): Kysely<Tables> => {
  const pool = new pg.Pool({ connectionString, max: 2, types: { getTypeParser: typeParser as never } })
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

async function membersOf(db: Kysely<Tables>) {
  const members = await newCrowd({ db }, PEOPLE)
  for (const { id } of members) await give({ db }, Number(id), [{ kind: 'time', amount: BALANCE }])
  return members.map((member) => ({ ...member, balance: BALANCE }))
}

const why = whyNot()
if (why) notRun(why)
process.exit((await run()) ? 0 : 1)
