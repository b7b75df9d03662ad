import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, stopApp, withApp } from '#test/app.ts'
import { ask, get, later, newPerson, textCapsule } from '#test/client.ts'
import { makeProxy } from '#test/proxy.ts'
import { DRILL, THOROUGH } from '#test/thorough.ts'

const app = withApp()
/** Longer than anybody new waits; all of the time that a standby was away in the drill in `npm run test:all`. */
const STALL_MS = THOROUGH ? 7_700 : 4_500
const NEW_ONES_ARE_TURNED_AWAY = { timeout: 6_000, interval: 200 }
const POOL = 3
const CALLS = 8

type Person = { token: string }
type Site = { url: string }

const CAPSULE = textCapsule('<p>等一等</p>')
const sealing = (site: Site, { token }: Person, key: string) =>
  ask(site.url, 'createTimeCapsule', CAPSULE, { token, key })

const newcomer = async (site: Site) => {
  const response = await fetch(`${site.url}/api/systemInfo`, { method: 'POST' })
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

const healthOf = async (site: Site) => (await fetch(`${site.url}/health`)).status

/** Stands still from `stall` to `goOn`: what began before is done once, who comes meanwhile is told at once. */
async function standsStill(site: Site, stall: () => void, goOn: () => void) {
  const person = await newPerson(site.url)
  const { token } = person
  const keys = Array.from({ length: 4 }, () => randomUUID())
  let settled = 0
  stall()
  const since = performance.now()
  const begun = keys.map((key) => sealing(site, person, key).finally(() => settled++))
  await expect.poll(() => newcomer(site), NEW_ONES_ARE_TURNED_AWAY).toMatchObject({ status: 503 })
  expect(await newcomer(site)).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
  expect(await healthOf(site)).toBe(503)
  expect((await fetch(`${site.url}/metrics`)).status).toBe(200)
  expect(settled).toBe(0)
  await later(STALL_MS - (performance.now() - since))
  goOn()
  expect((await Promise.all(begun)).map(({ status, code }) => [status, code])).toEqual(keys.map(() => [200, 1000]))
  await expect.poll(() => newcomer(site)).toMatchObject({ status: 200 })
  expect(await healthOf(site)).toBe(200)
  for (const key of keys) expect(await sealing(site, person, key)).toMatchObject({ status: 200, code: 1000 })
  const { capsules } = await get(site.url, 'myClosedCapsules', {}, { token })
  expect(capsules.data).toHaveLength(keys.length)
  expect((await get(site.url, 'userInfo', {}, { token })).user.time_count).toBe(6 - keys.length)
}

describe.skipIf(process.env.DATABASE_URL)('the embedded engine', DRILL, () => {
  it('that stands still fails nothing that has begun, and turns away who comes after three seconds', async () => {
    const work = sql.raw(`do $$ declare over timestamptz := clock_timestamp() + interval '${STALL_MS} ms';
      begin while clock_timestamp() < over loop null; end loop; end $$`)
    let working: Promise<unknown> | undefined
    await standsStill(
      app,
      () => (working = work.execute(app.services.db)),
      () => {},
    )
    await working
  })
})

describe.skipIf(!process.env.DATABASE_URL)('a server', () => {
  type Way = Awaited<ReturnType<typeof makeProxy>>
  let way: Way
  let site: Awaited<ReturnType<typeof startApp>>

  beforeAll(async () => {
    const url = new URL(app.databaseUrl!)
    way = await makeProxy(Number(url.port || 5432))
    url.hostname = '127.0.0.1'
    url.port = String(way.port)
    site = await startApp({ dataDir: app.dataDir, databaseUrl: url.href }, { DATABASE_POOL: String(POOL) })
  })
  afterAll(async () => {
    way.goOn()
    await stopApp(site)
    await way.close()
  })

  it('that stands still fails nothing that has begun, and turns away who comes after three seconds', async () => {
    await standsStill(site, way.stall, way.goOn)
  })

  it('whose commits wait for a standby fails nothing, however many wait, and still lets new ones in', async () => {
    // By the process with all its connections: newcomers need one that nobody waits on.
    const people = await Promise.all(Array.from({ length: CALLS }, () => newPerson(app.url)))
    const standby = new pg.Client({ connectionString: app.databaseUrl })
    await standby.connect()
    await standby.query('begin; lock table capsules in access exclusive mode')
    const begun = people.map((person) => sealing(site, person, randomUUID()))
    await later(STALL_MS / 2)
    const late = get(site.url, 'userInfo', {}, people[0]!)
    await later(STALL_MS / 2)
    await standby.query('commit')
    await standby.end()
    expect((await Promise.all(begun)).map(({ status, code }) => [status, code])).toEqual(people.map(() => [200, 1000]))
    expect(await late).toMatchObject({ user: expect.anything() })
  })
})
