import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './freePort.ts'
import { ended } from './process.ts'

export const newest = (pattern: string): string | undefined =>
  execFileSync('sh', ['-c', `ls -dv ${pattern} 2>/dev/null || true`], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .at(-1)
const SERVER = newest('/usr/lib/postgresql/*/bin/postgres')
const LIBRARY =
  newest('/usr/lib/*/faketime/libfaketimeMT.so.1') ??
  newest('"$PWD"/.cache/faketime/root/usr/lib/*/faketime/libfaketimeMT.so.1')

/** The thing that this machine lacks for a PostgreSQL server of our own with its own clock; undefined when all is there. */
export const missingForFarPostgres = (): string | undefined => {
  if (!SERVER) return 'no PostgreSQL server is installed here'
  if (!LIBRARY) return 'libfaketime is not here: bash scripts/faketime.sh'
  return undefined
}

/** The thing that this machine lacks for a PostgreSQL server of our own with the machine's clock. */
export const missingForOwnPostgres = (): string | undefined =>
  SERVER ? undefined : 'no PostgreSQL server is installed here'

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
export function whoever(): { uid?: number; gid?: number } {
  if (process.getuid!() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

type Settings = Record<string, string>
export type FarPostgres = { url: string; child: ChildProcess; stop: () => Promise<unknown> }

/** Makes a cluster in this folder, on loopback alone. */
export function makeCluster(folder: string): void {
  const who = whoever()
  mkdirSync(folder, { recursive: true })
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid!)
  const initdb = SERVER!.replace(/postgres$/, 'initdb')
  const asked = ['-D', join(folder, 'cluster'), '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-N']
  execFileSync(initdb, asked, { ...who, cwd: folder, stdio: 'pipe' })
}

/** A standby of a server that runs, in a folder of its own: started as any other, it follows that one. */
export function copyCluster(url: string, folder: string): void {
  const who = whoever()
  mkdirSync(folder, { recursive: true })
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid!)
  const { hostname, port } = new URL(url)
  const asked = ['-D', join(folder, 'cluster'), '-h', hostname, '-p', port, '-U', 'postgres', '-R', '-c', 'fast', '-N']
  execFileSync(SERVER!.replace(/postgres$/, 'pg_basebackup'), asked, { ...who, cwd: folder, stdio: 'pipe' })
}

/** The server of that cluster, with its wall clock so far ahead; its monotonic one is the machine's. */
export async function startFarPostgres(folder: string, aheadMs: number, more: Settings = {}): Promise<FarPostgres> {
  const port = more.port ?? String(await freePort())
  const faked = {
    LD_PRELOAD: LIBRARY!,
    FAKETIME: `+${Math.round(aheadMs / 1000)}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off', ...more, port }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(SERVER!, ['-D', join(folder, 'cluster'), ...options], {
    ...whoever(),
    cwd: folder,
    env: { PATH: process.env.PATH, ...(aheadMs > 0 ? faked : {}) },
    stdio: 'ignore',
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await reached(url, child)
  return { url, child, stop: () => stop(child) }
}

function stop(child: ChildProcess): Promise<unknown> {
  child.kill('SIGINT')
  return ended(child)
}

async function reached(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    const client = new pg.Client({ connectionString: url })
    const there = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (there) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the PostgreSQL server did not start')
}
