import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { checkpointIn } from '#contract/checkpoint.ts'
import { isConsistent } from '#contract/merkle.ts'
import { sha256 } from '#server/core/sha256.ts'
import { makeDatabase, startApp, stopApp, storeSettings } from '#test/app.ts'
import { get, later, newPerson, seal, textCapsule } from '#test/client.ts'
import { DATABASE_POOL, dropDatabase } from '#test/databases.ts'
import { give } from '#test/grants.ts'
import { makeFolder } from '#test/ours.mjs'
import { addressOf, ended } from '#test/process.ts'
import { drill } from '#test/thorough.ts'
import { keepLog } from './keepLog.ts'
import { readKept } from './keptTiles.ts'
import { consistencyPath } from './tree.ts'

const CHILD = fileURLToPath(new URL('./logging.child.mjs', import.meta.url))
/** A server's database has two processes at once; a folder has one, which starts its engine for each. */
const [KILLS, AT_ONCE] = process.env.DATABASE_URL ? [50, 2] : [6, 1]
const SEALED_EACH = 3
/** After the first is sealed it goes on for a moment that nobody chose. */
const MOMENT_MS = 120

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

drill(
  `every sealed capsule has exactly one leaf after ${KILLS} kills -9 while leaves get their places, and no checkpoint contradicts another`,
  { timeout: 240_000 },
  async () => {
    const place = { dataDir: makeFolder('log'), databaseUrl: await makeDatabase() }
    const env = { MASTER_KEY: randomBytes(32).toString('base64'), ...storeSettings() }
    const first = await startApp(place, env)
    const { token } = await newPerson(first.url)
    const { user } = await get(first.url, 'userInfo', {}, { token })
    await give(first.services, Number(user.id), [{ kind: 'time', amount: KILLS * SEALED_EACH }])
    await keepLog(first.services)
    await stopApp(first)

    const notes = new Set<string>()
    let sealed = 0
    for (let kills = 0; kills < KILLS; kills += AT_ONCE) {
      const started = Array.from({ length: AT_ONCE }, () => start(place, env))
      const [url] = await Promise.all(started.map(addressOf))
      for (let at = 0; at < SEALED_EACH; at++) {
        await seal(url!, token, textCapsule(`<p>${sealed++}</p>`))
        await later(at === SEALED_EACH - 1 ? Math.random() * MOMENT_MS : 1)
      }
      notes.add(await (await fetch(`${url}/log/checkpoint`)).text())
      for (const child of started) child.kill('SIGKILL')
      await Promise.all(started.map(ended))
    }

    const last = await startApp(place, env)
    const { db } = last.services
    await sql`update logs set taken_until = null`.execute(db)
    await sql`update log_checkpoints set signed_at = signed_at - interval '61 seconds'`.execute(db)
    for (let turn = 0; turn < 2; turn++) await keepLog(last.services, new Date())
    const { rows } = await sql<{ sealed: number; leaves: number; size: number }>`
      select count(*)::int as sealed, count(distinct leaf)::int as leaves, max(size) as size
      from capsule_contents, logs where commitment is not null`.execute(db)
    expect(rows).toEqual([{ sealed, leaves: sealed, size: sealed }])
    expect((await sql`select * from broken_receipts`.execute(db)).rows).toEqual([])
    notes.add(await (await fetch(`${last.url}/log/checkpoint`)).text())
    await expectOneLog(db, [...notes])
    await stopApp(last)
    await dropDatabase(place.databaseUrl)
  },
)

function start({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }, env: object) {
  const more = { NODE_ENV: 'test', PORT: '0', SEED_DEMO: '0', LOG_LEVEL: 'error', DATABASE_POOL }
  const set = { PATH: process.env.PATH, ...more, ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const child = spawn(process.execPath, [CHILD, dataDir], { env: set, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.on('data', (said: Buffer) => console.error(String(said)))
  children.push(child)
  return child
}

/** Each checkpoint that anybody has seen is of the log as it is at the end. */
async function expectOneLog(db: Parameters<typeof readKept>[0], notes: string[]) {
  const heads = notes.map((note) => checkpointIn(note)!).sort((one, other) => one.size - other.size)
  const newest = heads.at(-1)!
  for (const older of heads.filter(({ size }) => size > 0)) {
    const path = await consistencyPath({ size: newest.size, readTile: readKept(db, 1) }, older.size)
    expect(isConsistent(sha256, older, newest, path)).toBe(true)
  }
}
