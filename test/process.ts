import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import type { Settings } from '#server/platform/config.ts'
import { DATABASE_POOL } from './databases.ts'

const MAIN = 'dist/server/main.js'
const TESTING = { NODE_ENV: 'test', PORT: '0', DATABASE_POOL, SEED_DEMO: '0', LOG_LEVEL: 'error' }
const options = (env: Settings): SpawnOptions => ({
  env: { PATH: process.env.PATH, ...TESTING, ...asTexts(env) },
  stdio: ['ignore', 'pipe', 'pipe'],
})

/** These settings as texts, for another process. */
export const asTexts = (settings: Settings): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
  )

/** The built server in a process of its own, as `npm start` runs it; without demonstration people. `root`: of another release. */
export const runServer = (env: Settings, root = '.'): ChildProcess =>
  spawn(process.execPath, [MAIN], { ...options(env), cwd: root })

/** The built server started as another user of this machine, which root alone may do. */
export const runServerBy = (uid: number, env: Settings): ChildProcess =>
  spawn(process.execPath, [MAIN], { ...options(env), uid, gid: uid })

/** The built server run by a root that may only do what its files allow, as in a container that drops every capability. */
export const runServerPowerless = (env: Settings): ChildProcess =>
  spawn('setpriv', [...POWERLESS, process.execPath, MAIN], options(env))
export const POWERLESS = ['--bounding-set=-all', '--inh-caps=-all']

/** The built server below a parent that never collects it, a shell that has become a sleeper; both in their own group. */
export const runUncollected = (env: Record<string, string>): ChildProcess =>
  spawn('sh', ['-c', `"$0" ${MAIN} & exec sleep 600`, process.execPath], { ...options(env), detached: true })

/** All that the process writes from now on, as it grows. */
export function listenTo(child: ChildProcess): () => string {
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
  }
  return () => said
}

/** The address it says it listens at; rejects with what it complains of. */
export const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      const url = /http:\/\/[\d.:]+/.exec(String(chunk))?.[0]
      if (url) resolve(url)
    })
    child.stderr!.on('data', (chunk: Buffer) => reject(new Error(String(chunk))))
  })

export const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once('exit', (code) => resolve(code)))
    : Promise.resolve(child.exitCode)
