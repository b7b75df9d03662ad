import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from '#server/platform/config.ts'
import { asTexts } from '#test/process.ts'
import type { Place } from './place.ts'

/** Figures of a running process since its start; `loopMs`: p99 of its main loop's delay since they were last asked. */
export type Figures = { cpuMicros: number; rssBytes: number; loopMs: number }
export type Server = {
  port: number
  startMs: number
  figures: () => Promise<Figures>
  /** The most memory it ever held; Linux only. */
  peakBytes: () => Promise<number | undefined>
  stop: () => Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const STOP_WITHIN_MS = 30_000
/** Both histograms look every 10 ms and count that wait as well. */
const LOOP_RESOLUTION_MS = 10

type Starting = { profile?: string | undefined; settings?: Settings }

/** The built server, as its own process. */
export async function startOurs(
  { dataDir, databaseUrl }: Place,
  { profile, settings }: Starting = {},
): Promise<Server> {
  const flags = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : []
  const server = await start([...flags, join(root, 'dist/server/main.js')], {
    NODE_ENV: 'test',
    SEED_DEMO: '0',
    LOG_LEVEL: 'error',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    // One person makes all uploads of the rounds.
    MEDIA_QUOTA_MB: '1000000',
    ...asTexts(settings ?? {}),
  })
  return { ...server, figures: async () => readMetrics(await text(server.port, '/metrics')) }
}

/** The ceiling. */
export async function startBare({ dataDir, databaseUrl }: Place): Promise<Server> {
  const server = await start([join(root, 'bench/bare.mjs')], {
    BARE_FOLDER: join(dataDir, 'pg'),
    DATABASE_URL: databaseUrl ?? '',
  })
  const figures = async () => {
    const given = JSON.parse(await text(server.port, '/figures')) as Figures
    return { ...given, loopMs: given.loopMs - LOOP_RESOLUTION_MS }
  }
  return { ...server, figures }
}

/** The ceiling for uploads and downloads. */
export async function startBareMedia(folder: string): Promise<Server> {
  const server = await start([join(root, 'bench/bareMedia.mjs')], { BARE_FOLDER: folder })
  return { ...server, figures: async () => JSON.parse(await text(server.port, '/figures')) as Figures }
}

async function start(args: string[], env: Record<string, string>): Promise<Omit<Server, 'figures'>> {
  const spawned = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...surroundings(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const port = await portOf(child)
  await text(port, '/health')
  return { port, startMs: performance.now() - spawned, peakBytes: () => peakOf(child.pid!), stop: () => stop(child) }
}

/** Takes nothing from the caller's own configuration: a MASTER_KEY or a pool size in it would be measured too. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  return { PATH, HOME, TMPDIR, SystemRoot }
}

async function portOf(child: ChildProcess): Promise<number> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with ${code} before it listened`)
  })
  const said = new Promise<number>((resolve) => {
    child.stdout!.on('data', (chunk) => {
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(String(chunk))?.[1]
      if (port) resolve(Number(port))
    })
  })
  return Promise.race([said, gone])
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await once(child, 'exit')
  clearTimeout(late)
}

/** Processes started here that have not ended yet; for the clean-up after an error. */
const running = new Set<ChildProcess>()
export const stopAll = (): Promise<unknown> => Promise.all([...running].map(stop))

async function text(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.text()
}

function readMetrics(metrics: string): Figures {
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1])
  return {
    cpuMicros: value('process_cpu_seconds_total') * 1e6,
    rssBytes: value('process_resident_memory_bytes'),
    loopMs: value('nodejs_eventloop_lag_p99_seconds') * 1e3 - LOOP_RESOLUTION_MS,
  }
}

async function peakOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]
  return kilobytes ? Number(kilobytes) * 1024 : undefined
}
