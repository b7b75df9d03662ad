import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { later } from '../client.ts'
import { example } from '../examples.ts'
import { freePort } from '../freePort.ts'
import { ended } from '../process.ts'
import { FETCHED, until } from './cluster.ts'

export type Site = Awaited<ReturnType<typeof startSite>>
/** `lost`: what a loss took that nobody has confirmed; moments in China time, `null` while nobody could say how many. */
export type Health = { held?: string; lost?: { from: string; until: string; writings: number | null } }

/** Processes of ours behind HAProxy (deploy/haproxy.cfg, without its TLS), on loopback. `froms`: where each one is built. */
export async function startSite(folder: string, froms: string[], env: Record<string, string>) {
  const processes: { port: number; child: ChildProcess; from: string }[] = []
  const log = (name: string): number => openSync(join(folder, `${name}.log`), 'a')

  const startAt = async (port: number, from: string): Promise<ChildProcess> => {
    const out = log(`app${port}`)
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: from,
      env: { PATH: process.env.PATH, NODE_ENV: 'test', SEED_DEMO: '0', LOG_LEVEL: 'warn', ...env, PORT: String(port) },
      stdio: ['ignore', out, out],
    })
    await until(`the process on ${port} is healthy`, async () => {
      if (child.exitCode !== null) throw new Error(`it ended: ${join(folder, `app${port}.log`)}`)
      return isHealthy(port)
    })
    return child
  }
  for (const from of froms) {
    const port = await freePort()
    processes.push({ port, child: await startAt(port, from), from })
  }
  const port = await freePort()
  const reads = join(folder, 'reads.txt')
  copyFileSync('deploy/reads.txt', reads)
  const config = example('haproxy.cfg', {
    ':443 ssl crt /etc/ssl/capsule.pem alpn h2,http/1.1': `127.0.0.1:${port}`,
    '/etc/haproxy/capsule-reads.txt': reads,
    'server one 127.0.0.1:3000': processes.map(({ port }, i) => `server s${i} 127.0.0.1:${port}`).join('\n    '),
  })
  writeFileSync(join(folder, 'site.cfg'), config)
  const library = `${FETCHED}/usr/lib/x86_64-linux-gnu:${FETCHED}/lib/x86_64-linux-gnu`
  const haproxy = spawn(`${FETCHED}/usr/sbin/haproxy`, ['-db', '-f', join(folder, 'site.cfg')], {
    env: { LD_LIBRARY_PATH: library },
    stdio: ['ignore', 'ignore', log('site')],
  })
  const url = `http://127.0.0.1:${port}`
  await until('the site is reached', () =>
    fetch(`${url}/health`).then(
      (r) => r.ok,
      () => false,
    ),
  )

  const health = async (): Promise<Health[]> =>
    Promise.all(processes.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/health`)).json()))

  return {
    url,
    processes,
    /** Kills a process, and starts it again. */
    killProcess: async (index: number): Promise<void> => {
      const one = processes[index]!
      one.child.kill('SIGKILL')
      await ended(one.child)
      await later(2_000)
      one.child = await startAt(one.port, one.from)
    },
    /** One process after the other is told to go, and its next one comes; the balancer sees both by itself. */
    rollOut: async (from: string): Promise<void> => {
      for (const one of processes) {
        one.child.kill('SIGTERM')
        const code = await ended(one.child)
        if (code !== 0) throw new Error(`a process that was told to go left with ${code}`)
        one.child = await startAt(one.port, from)
        one.from = from
        // Until the balancer has seen the new process.
        await later(2_000)
      }
    },
    /** The health that each process reports. */
    health,
    /** Why nothing is opened or sent, of each process; undefined where all is well. */
    held: async (): Promise<(string | undefined)[]> => (await health()).map(({ held }) => held),
    stop: async (): Promise<void> => {
      haproxy.kill('SIGKILL')
      for (const { child } of processes) child.kill('SIGKILL')
      await Promise.all([haproxy, ...processes.map(({ child }) => child)].map(ended))
    },
  }
}

const isHealthy = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** The server of an earlier commit, built beside us; undefined where its packages are not ours or it is not there. */
export function buildEarlier(commit: string, folder: string): string | undefined {
  const earlier = join(folder, 'earlier')
  const run = (command: string) => execFileSync('sh', ['-c', command], { stdio: 'pipe', encoding: 'utf8' })
  try {
    run(`git cat-file -e ${commit}^{commit}`)
  } catch {
    return undefined
  }
  run(`mkdir -p ${earlier} && git archive ${commit} | tar x -C ${earlier}`)
  if (run(`git show ${commit}:package-lock.json | cmp -s - package-lock.json && echo same || true`).trim() !== 'same')
    return undefined
  run(`ln -s ${process.cwd()}/node_modules ${earlier}/node_modules`)
  run(`cd ${earlier} && ${process.execPath} scripts/build.mjs --server`)
  return earlier
}
