import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from '#server/platform/config.ts'
import { asTexts } from '#test/process.ts'
import { forgetPeak, memoryOf, openMeter, type Reading } from './cpu.ts'
import type { Place } from './place.ts'

/** One of those that are measured in turn: where its calls go, which requests they are, and what they use. */
export type Side = {
  name: string
  asks: 'ours' | 'bare' | 'floor'
  ports: readonly number[]
  read: () => Promise<Reading>
}
export type Server = Side & {
  startMs: number
  /** In bytes, now and at most. */
  memory: () => { rss: number; peak: number }
  forgetPeak: () => void
  stop: () => Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const STOP_WITHIN_MS = 30_000

type Starting = { name?: string; build?: string; profile?: string | undefined; settings?: Settings }

/** A built server, of this checkout unless another one's folder is given, as its own process. */
export function startOurs(place: Place, { name = 'product', build = root, profile, settings }: Starting = {}) {
  const flags = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : []
  return start({ name, asks: 'ours', place, cwd: build }, [...flags, join(build, 'dist/server/main.js')], {
    NODE_ENV: 'test',
    SEED_DEMO: '0',
    LOG_LEVEL: 'error',
    PORT: '0',
    DATA_DIR: place.dataDir,
    // One person makes all uploads of the rounds.
    MEDIA_QUOTA_MB: '1000000',
    ...asTexts(settings ?? {}),
  })
}

/** The bare server; its second port is the floor. */
export async function startBare(place: Place, settings: Settings = {}): Promise<{ bare: Server; floor: Side }> {
  const folder = { BARE_FOLDER: join(place.dataDir, 'pg'), ...asTexts(settings) }
  const both = await start({ name: 'bare', asks: 'bare', place, cwd: root }, [join(root, 'bench/bare.mjs')], folder)
  const [port, floor] = both.ports
  return {
    bare: { ...both, ports: [port!] },
    floor: { name: 'floor', asks: 'floor', ports: [floor!], read: both.read },
  }
}

/** The ceiling for uploads and downloads. */
export function startBareMedia(folder: string): Promise<Server> {
  const place = { dataDir: folder, databaseUrl: undefined }
  return start({ name: 'bare', asks: 'bare', place, cwd: root }, [join(root, 'bench/bareMedia.mjs')], {
    BARE_FOLDER: folder,
  })
}

/** The floor for downloads of archives: a file as it lies, at a pace. */
export function startPlainDownloads(path: string, megabits: number): Promise<Server> {
  const place = { dataDir: path, databaseUrl: undefined }
  const settings = { PLAIN_FILE: path, PLAIN_MBIT: String(megabits) }
  return start({ name: 'plain', asks: 'floor', place, cwd: root }, [join(root, 'bench/plainDownloads.mjs')], settings)
}

type Started = Pick<Side, 'name' | 'asks'> & { place: Place; cwd: string }

async function start({ name, asks, place, cwd }: Started, args: string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const { databaseUrl } = place
  const began = performance.now()
  // The driver gives its connections the name that is in PGAPPNAME.
  const application = `bench ${process.pid} ${name} ${started++}`
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...surroundings(), ...env, DATABASE_URL: databaseUrl ?? '', PGAPPNAME: application },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const ports = await portsOf(child)
  const health = await fetch(`http://127.0.0.1:${ports[0]}/health`)
  if (!health.ok) throw new Error(`${name}: /health answered ${health.status}`)
  const startMs = performance.now() - began
  const meter = await openMeter(child.pid!, databaseUrl, application)
  const stop = () => meter.close().then(() => end(child))
  const pid = child.pid!
  return {
    ...{ name, asks, ports, startMs, stop },
    ...{ read: meter.read, memory: () => memoryOf(pid), forgetPeak: () => forgetPeak(pid) },
  }
}

let started = 0

/** Takes nothing from the caller's own configuration: a MASTER_KEY or a pool size in it would be measured too. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  return { PATH, HOME, TMPDIR, SystemRoot }
}

async function portsOf(child: ChildProcess): Promise<number[]> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with ${code} before it listened`)
  })
  const said = new Promise<number[]>((resolve) => {
    child.stdout!.on('data', (chunk) => {
      const ports = [...String(chunk).matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)].map((match) => Number(match[1]))
      if (ports.length > 0) resolve(ports)
    })
  })
  return Promise.race([said, gone])
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await once(child, 'exit')
  clearTimeout(late)
}

/** Processes started here that have not ended yet; for the clean-up after an error. */
const running = new Set<ChildProcess>()
export const stopAll = (): Promise<unknown> => Promise.all([...running].map(end))
