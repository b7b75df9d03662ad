import { type ChildProcess, spawn } from 'node:child_process'

/** The built server in a process of its own, as `npm start` runs it; without demonstration people. */
export const runServer = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', SEED_DEMO: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

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
