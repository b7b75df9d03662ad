import { type ChildProcess, type ExecFileOptions, execFile, spawn } from 'node:child_process'
import { POWERLESS } from './process.ts'

const CLI = 'dist/server/cli.js'
/** With the store that `npm run test:s3` names, if any. */
const store = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(MEDIA_STORE|BUCKET_)/.test(name)))
const settings = (env: Record<string, string>) => ({ PATH: process.env.PATH, NODE_ENV: 'test', ...store(), ...env })

export type Ended = { code: number; out: string; err: string }

/** The command line of the built server, as `npm run …` starts it; never rejects. */
export const command = (env: Record<string, string>, ...words: string[]): Promise<Ended> =>
  commandOf('.', env, ...words)

/** The command line of the release in this folder. */
export const commandOf = (root: string, env: Record<string, string>, ...words: string[]): Promise<Ended> =>
  run({ cwd: root }, env, words)

/** The command line run as another user of this machine, which root alone may do. */
export const commandBy = (uid: number, env: Record<string, string>, ...words: string[]): Promise<Ended> =>
  run({ uid, gid: uid }, env, words)

/** The command line run by a root without capabilities. */
export const commandPowerless = (env: Record<string, string>, ...words: string[]): Promise<Ended> =>
  run({}, env, words, ['setpriv', ...POWERLESS])

const run = (
  how: ExecFileOptions,
  env: Record<string, string>,
  words: string[],
  before: string[] = [],
): Promise<Ended> =>
  new Promise((resolve) => {
    const [file, ...line] = [...before, process.execPath, CLI, ...words]
    execFile(file!, line, { env: settings(env), ...how }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out: String(out), err: String(err) }),
    )
  })

/** The command line, begun to be killed. */
export const beginCommand = (env: Record<string, string>, ...words: string[]): ChildProcess =>
  spawn(process.execPath, [CLI, ...words], { env: settings(env), stdio: 'ignore' })

/** The command of another release, to be heard while it runs, and killed. */
export const beginCommandOf = (root: string, env: Record<string, string>, ...words: string[]): ChildProcess =>
  spawn(process.execPath, [CLI, ...words], { env: settings(env), cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
