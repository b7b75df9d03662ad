import { readdir, readFile } from 'node:fs/promises'
import { openKeys } from '#server/platform/keys/place.ts'
import type { Args } from './args.ts'
import { type Asking, reads, writes } from './calls.ts'
import { openClients } from './load.ts'
import { makeServerPlace, openPlace } from './place.ts'
import { isOurs } from './rounds.ts'
import { seedWorld } from './seed.ts'
import { type Server, startOurs } from './servers.ts'
import type { Engines } from './size.ts'
import { worldOf } from './world.ts'

/** The cores that each used, of all there are; the rest were idle, or used by the system itself. */
type Cores = { servers: number; database: number; client: number }
export type ScaleResult = { name: string; processes: number; perSecond: number; p99: number; cores: Cores }

const NAMES = ['detail', 'my list', 'seal']
const PROCESSES = [1, 2]
const WARM_UP_MS = 2_000
/** The unit in which the kernel counts the time of processes. */
const TICKS_PER_SECOND = 100

/** The same load on one process and on two, over one database: the gain by the second, and where the time goes. */
export async function measureScale(engines: Engines, capsules: number, args: Args): Promise<ScaleResult[]> {
  const world = worldOf(capsules)
  const place = await makeServerPlace(engines, `scale${capsules}`)
  const keys = await openKeys(place, { make: true })
  const { db, settle, close } = await openPlace(place)
  await seedWorld(db, keys, world)
  await settle()
  await close()
  const measured = [...reads(world), ...writes(world, { from: 1, to: 0 })].filter(({ name }) => NAMES.includes(name))
  const results: ScaleResult[] = []
  for (const processes of PROCESSES) {
    const servers = await Promise.all(Array.from({ length: processes }, () => startOurs(place)))
    for (const { name, ours } of measured) {
      process.stderr.write(`  ${name} on ${processes} ……\n`)
      results.push({ name, processes, ...(await underLoad(servers, ours, args)) })
    }
    await Promise.all(servers.map(({ stop }) => stop()))
  }
  return results
}

async function underLoad(servers: Server[], asking: Asking, { seconds, connections }: Args) {
  const clients = await Promise.all(servers.map(({ port }) => openClients(port, connections / servers.length)))
  let turn = 0
  const run = (ms: number) => Promise.all(clients.map(({ run }) => run(ms, () => asking(turn++), isOurs)))
  await run(WARM_UP_MS)
  const before = await usedBy(servers)
  const began = performance.now()
  const loads = await run(seconds * 1_000)
  const wallMicros = (performance.now() - began) * 1_000
  const after = await usedBy(servers)
  for (const { close } of clients) close()
  const latencies = Float64Array.from(loads.flatMap(({ latencies }) => latencies)).sort()
  const used = (of: keyof Cores) => (after[of] - before[of]) / wallMicros
  return {
    perSecond: (latencies.length / wallMicros) * 1e6,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    cores: { servers: used('servers'), database: used('database'), client: used('client') },
  }
}

/** The CPU time, in µs, of the servers since each began, of the database and of this client. */
async function usedBy(servers: Server[]): Promise<Cores> {
  const figures = await Promise.all(servers.map(({ figures }) => figures()))
  const { user, system } = process.cpuUsage()
  return {
    servers: figures.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0),
    database: await ofPostgres(),
    client: user + system,
  }
}

/** The CPU time of all processes of PostgreSQL on this machine that live now; Linux only. */
async function ofPostgres(): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  const ticks = stats
    .filter((stat) => stat.includes('(postgres)'))
    .map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
    .reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0)
  return (ticks / TICKS_PER_SECOND) * 1e6
}
