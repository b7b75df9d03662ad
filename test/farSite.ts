import { type ChildProcess, execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type FarPostgres, makeCluster, missingForFarPostgres, startFarPostgres } from './farPostgres.ts'
import { freePort } from './freePort.ts'
import { addressOf, ended, runServer } from './process.ts'

const onServer = process.env.DATABASE_URL !== undefined
export const lackingForFarSite = (): string | undefined => (onServer ? missingForFarPostgres() : undefined)

/** The product as it stands at another time, on its own engine's clock: the server process and its database are ahead alike. */
export function makeFarSite() {
  const folder = mkdtemp(join(tmpdir(), 'capsule-far-'))
  const running: { child?: ChildProcess | undefined; database?: FarPostgres | undefined } = {}

  async function startAt(aheadMs: number) {
    const dir = await folder
    const file = join(dir, 'ahead')
    await writeFile(file, String(aheadMs))
    if (onServer && !existsSync(join(dir, 'cluster'))) makeCluster(dir)
    if (onServer) running.database = await startFarPostgres(dir, aheadMs)
    const env = {
      DATA_DIR: join(dir, 'data'),
      DATABASE_URL: running.database?.url ?? '',
      PORT: String(await freePort()),
      CLOCK_AHEAD_FILE: file,
      NODE_OPTIONS: `--import ${resolve('test/fakeClock.mjs')}`,
    }
    running.child = runServer({ ...env, LOG_LEVEL: 'silent' })
    const url = await addressOf(running.child)
    const clock = async (command: string) =>
      promisify(execFile)(process.execPath, ['dist/server/cli.js', 'clock', command], {
        env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env },
      })
    return { url, clock, env }
  }

  /** Stops the process alone; its database goes on. */
  async function stopServer() {
    running.child!.kill('SIGTERM')
    const code = await ended(running.child!)
    running.child = undefined
    if (code !== 0) throw new Error(`the server ended with ${code}`)
  }
  async function stop() {
    await stopServer()
    await running.database?.stop()
    running.database = undefined
  }
  async function remove() {
    running.child?.kill('SIGKILL')
    await running.database?.stop()
    await rm(await folder, { recursive: true, force: true })
  }
  return { startAt, stopServer, stop, remove }
}
