import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'

/** Nanoseconds of processor since the beginning, by the id of the thread or backend. */
type Used = Map<number, number>
export type Reading = { threads: Used; backends: Used }
export type Cpu = { ours: number; database: number }
export type Meter = { read: () => Promise<Reading>; close: () => Promise<void> }

const NOT_HERE = 'the scheduler’s accounting in /proc is missing: the bench needs Linux, and PostgreSQL on this machine'

/** The processor that a process uses with all its threads, and its own backends, told by the name that they gave themselves. */
export async function openMeter(pid: number, databaseUrl: string | undefined, name: string): Promise<Meter> {
  const client = databaseUrl ? new pg.Client({ connectionString: databaseUrl, application_name: 'bench' }) : undefined
  await client?.connect()
  // A database that is dropped at the end takes this connection along.
  client?.on('error', () => {})
  return {
    read: async () => ({ threads: threadsOf(pid), backends: await backendsOf(client, name) }),
    close: async () => client?.end(),
  }
}

/** µs between two readings; undefined when a thread or a backend ended meanwhile, whose last share nobody knows. */
export function usedBetween(before: Reading, after: Reading): Cpu | undefined {
  const [ours, database] = [spent(before.threads, after.threads), spent(before.backends, after.backends)]
  return ours === undefined || database === undefined ? undefined : { ours, database }
}

function spent(before: Used, after: Used): number | undefined {
  if ([...before.keys()].some((id) => !after.has(id))) return undefined
  return [...after].reduce((sum, [id, used]) => sum + used - (before.get(id) ?? 0), 0) / 1_000
}

function threadsOf(pid: number): Used {
  const used: Used = new Map()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const nanoseconds = schedulerOf(`/proc/${pid}/task/${thread}`)
    if (nanoseconds !== undefined) used.set(Number(thread), nanoseconds)
  }
  if (used.size === 0) throw new Error(NOT_HERE)
  return used
}

async function backendsOf(client: pg.Client | undefined, name: string): Promise<Used> {
  const used: Used = new Map()
  if (!client) return used
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where application_name = $1', [
    name,
  ])
  for (const { pid } of rows) {
    const nanoseconds = isPostgres(pid) ? schedulerOf(`/proc/${pid}`) : undefined
    if (nanoseconds === undefined) throw new Error(NOT_HERE)
    used.set(pid, nanoseconds)
  }
  return used
}

const isPostgres = (pid: number): boolean => textOf(`/proc/${pid}/comm`)?.trim() === 'postgres'

function schedulerOf(folder: string): number | undefined {
  const text = textOf(`${folder}/schedstat`)
  return text === undefined ? undefined : Number(text.split(' ')[0])
}

/** Undefined where there is no such file any more. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Memory of a process in bytes, now and at most. */
export function memoryOf(pid: number): { rss: number; peak: number } {
  const status = textOf(`/proc/${pid}/status`) ?? ''
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { rss: bytes('VmRSS'), peak: bytes('VmHWM') }
}

/** From here on the most memory of a process counts anew. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
