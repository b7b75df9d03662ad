import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { makeDatabase, startApp, stopApp } from '#test/app.ts'
import { later, textCapsule } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { dropDatabase } from '#test/databases.ts'
import { give } from '#test/grants.ts'
import { addressOf, ended, listenTo, runServer } from '#test/process.ts'
import { drill } from '#test/thorough.ts'

const PEOPLE = 50
const EACH = 2_000
const AT_ONCE = 20
const MEASURED_MS = 2_000
const OVERLOAD_MS = 3_000
const TICK_MS = 20
const TIMES = 10
/** More than may be under way and wait at once (admission.ts), for machines that have done little while it was calm. */
const LEAST_PER_SECOND = 800

type Told = { status: number; code: number; id: string | undefined; retryAfter: string | undefined; ms: number }

/** Connections as a proxy keeps them; each agent opens its own at once, and no more than can be accepted in a moment. */
const AGENTS = 18
const OF_ONE = 100
const agents = Array.from(
  { length: AGENTS },
  () => new Agent({ keepAlive: true, maxSockets: OF_ONE, maxFreeSockets: OF_ONE }),
)
const place = { dataDir: '', databaseUrl: undefined as string | undefined }
let child: ChildProcess
let url: string
let crowd: Member[]

beforeAll(async () => {
  place.dataDir = await mkdtemp(join(tmpdir(), 'capsule-overload-'))
  place.databaseUrl = await makeDatabase()
  const app = await startApp(place)
  crowd = await newCrowd(app.services, PEOPLE)
  for (const { id } of crowd) await give(app.services, Number(id), [{ kind: 'time', amount: EACH }])
  await stopApp(app)
  // Behind a proxy, as a crowd comes: connections of one address would be kept few.
  child = runServer({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '', TRUST_PROXY: '1' })
  listenTo(child)
  url = await addressOf(child)
})
afterAll(async () => {
  for (const agent of agents) agent.destroy()
  child.kill('SIGKILL')
  await ended(child)
  await dropDatabase(place.databaseUrl)
  await rm(place.dataDir, { recursive: true, force: true })
})

drill(
  `${TIMES} times as much as it can do is answered or refused, and what was acknowledged is there`,
  {
    timeout: 120_000,
  },
  async () => {
    const { all: calm, perSecond } = await measure()
    await connect()
    const flooded = await flood((Math.max(TIMES * perSecond, LEAST_PER_SECOND) * TICK_MS) / 1000)
    const sealed = flooded.filter(({ code }) => code === CODE.ok)
    const shed = flooded.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0)
    report({ perSecond, calm, sealed, shed })
    expect(flooded.filter((told) => !sealed.includes(told) && !shed.includes(told))).toEqual([])
    expect(sealed.length).toBeGreaterThan(0)
    expect(shed.length).toBeGreaterThan(0)
    // The server works as before again, without a restart.
    const after = await ask()
    expect(after.code).toBe(CODE.ok)
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
    const acknowledged = [...calm, ...sealed, after].map(({ id }) => Number(id)).sort((a, b) => a - b)
    expect(await idsThere()).toEqual(acknowledged)
  },
)

/** Opens the connections, one agent's after the other's. */
async function connect(): Promise<void> {
  const look = (agent: Agent) =>
    new Promise((resolve, reject) => {
      request(`${url}/health`, { agent }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end()
    })
  for (const agent of agents) await Promise.all(Array.from({ length: OF_ONE }, () => look(agent)))
}

let asked = 0

/** Seals one capsule for the next person. */
function ask(): Promise<Told> {
  asked += 1
  const { token } = crowd[asked % PEOPLE]!
  const headers = {
    authorization: `Bearer ${token}`,
    'idempotency-key': randomUUID(),
    'x-forwarded-for': `10.1.${(asked >> 8) & 255}.${asked & 255}`,
  }
  const agent = agents[asked % AGENTS]!
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url + calls.createTimeCapsule.path, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        const { code, data } = JSON.parse(text)
        const retryAfter = response.headers['retry-after']
        resolve({ status: response.statusCode!, code, id: data?.capsule_id, retryAfter, ms: performance.now() - begun })
      })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(textCapsule(`<p>${asked}</p>`)))
  })
}

/** The server's calls per second when a few callers ask, each again as soon as it is answered. */
async function measure(): Promise<{ all: Told[]; perSecond: number }> {
  const until = performance.now() + MEASURED_MS
  const all: Told[] = []
  const one = async () => {
    while (performance.now() < until) all.push(await ask())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return { all, perSecond: (all.length * 1000) / MEASURED_MS }
}

/** Sends so many calls in each tick, whatever becomes of the earlier ones. */
async function flood(perTick: number): Promise<Told[]> {
  const all: Promise<Told>[] = []
  const begun = performance.now()
  for (let now = begun; now - begun < OVERLOAD_MS; now = performance.now()) {
    while (all.length < ((now - begun) / TICK_MS) * perTick) all.push(ask())
    await later(TICK_MS)
  }
  return Promise.all(all)
}

async function idsThere(): Promise<number[]> {
  const app = await startApp(place)
  const rows = await app.services.db.selectFrom('capsules').select('id').orderBy('id').execute()
  await stopApp(app)
  return rows.map(({ id }) => id)
}

/** For docs/performance.md. */
function report({ perSecond, ...told }: { perSecond: number; calm: Told[]; sealed: Told[]; shed: Told[] }) {
  const lines = Object.entries(told).map(([what, all]) => {
    const ms = all.map((one) => one.ms).sort((a, b) => a - b)
    const at = (part: number) => Math.round(ms[Math.floor((ms.length - 1) * part)] ?? 0)
    return `${what}: ${all.length}, median ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`
  })
  console.log([`${Math.round(perSecond)} a second`, ...lines].join('\n'))
}
