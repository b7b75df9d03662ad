import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { later } from '../client.ts'
import { example } from '../examples.ts'
import { whoever } from '../farPostgres.ts'
import { freePort } from '../freePort.ts'
import { ended } from '../process.ts'
import { asMustNotBe, UPDATING, WAIT } from './forgetful.ts'

/** Where scripts/cluster.sh unpacks the programs. */
export const FETCHED = resolve('.cache/cluster/root')
const MEMBERS = [1, 2, 3] as const
export type Member = (typeof MEMBERS)[number]
const WITHIN_MS = 90_000
const HAPROXY_LOOKS_MS = 3_000
const PASSWORD = 'only-for-a-test'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/**
 * Three PostgreSQL under Patroni (deploy/patroni.yml), three etcd, HAProxy before them (deploy/haproxy-postgres.cfg), all on
 * loopback and below this folder, which anybody may read. Root only: PostgreSQL runs as the user its package made. `forgetful`:
 * as it must not be, so that a primary that stood still loses commits that another acknowledged meanwhile (forgetful.ts).
 */
export async function startCluster(folder: string, { forgetful = false } = {}) {
  const root = join(folder, 'root')
  cpSync(FETCHED, root, { recursive: true })
  const own = forgetful ? asMustNotBe(root, folder) : {}
  const { uid, gid } = whoever()
  const running = new Map<string, ChildProcess>()
  const ports = await portsOf()
  const addressOf = (user: string, database: string): string =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${ports.writes}/${database}`

  function run(name: string, words: string[], as: { uid?: number; gid?: number } = whoever()): void {
    const log = openSync(join(folder, `${name}.log`), 'a', 0o666)
    const library = `${root}/usr/lib/x86_64-linux-gnu:${root}/lib/x86_64-linux-gnu`
    const python = `${root}/usr/lib/python3/dist-packages:/usr/lib/python3/dist-packages`
    const env = { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: library, PYTHONPATH: python, LC_ALL: 'C.UTF-8' }
    running.set(name, spawn(words[0]!, words.slice(1), { ...as, env, cwd: folder, stdio: ['ignore', log, log] }))
  }
  const kill = async (name: string, signal: NodeJS.Signals): Promise<void> => {
    const child = running.get(name)
    if (!child) return
    child.kill(signal)
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await ended(child)
  }

  const startEtcd = (n: Member): void => {
    const at = (port: number) => `http://127.0.0.1:${port}`
    const all = MEMBERS.map((n) => `e${n}=${at(ports.peer[n])}`).join(',')
    run(`etcd${n}`, [
      ...[`${root}/usr/bin/etcd`, '--name', `e${n}`, '--data-dir', join(folder, `etcd${n}`), '--log-level', 'error'],
      ...['--listen-client-urls', at(ports.etcd[n]), '--advertise-client-urls', at(ports.etcd[n])],
      ...['--listen-peer-urls', at(ports.peer[n]), '--initial-advertise-peer-urls', at(ports.peer[n])],
      ...['--initial-cluster', all, '--initial-cluster-state', 'new', '--enable-v2'],
      ...['--heartbeat-interval', '100', '--election-timeout', '1000'],
    ])
  }
  const startMember = (n: Member): void =>
    run(`pg${n}`, ['/usr/bin/python3', `${root}/usr/bin/patroni`, join(folder, `pg${n}.yml`)])
  /** Whether a member has this role, by Patroni's addresses `/primary`, `/replica`, `/sync`. */
  const is = (n: Member, what: 'primary' | 'replica' | 'sync'): Promise<boolean> =>
    fetch(`http://127.0.0.1:${ports.rest[n]}/${what}`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const any = async (what: 'primary' | 'sync'): Promise<Member | undefined> => {
    for (const n of MEMBERS) if (await is(n, what)) return n
    return undefined
  }
  const primary = () => until('there is a primary', () => any('primary'))
  /** Until then acknowledged commits may be lost with the primary. */
  const safe = () => until('a standby is synchronous', () => any('sync'))
  /** Sends a signal to a member's PostgreSQL, its Patroni, and the processes that PostgreSQL has begun. */
  const signal = (n: Member, name: string): void => {
    const pattern = `${join(folder, `data${n}`)}|${join(folder, `pg${n}.yml`)}`
    const pids = spawnSync('pgrep', ['-f', pattern], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
    const children = pids.flatMap((pid) => spawnSync('pgrep', ['-P', pid], { encoding: 'utf8' }).stdout.split('\n'))
    for (const pid of new Set([...pids, ...children.filter(Boolean)])) spawnSync('kill', [`-${name}`, pid])
  }

  async function begin(): Promise<void> {
    for (const n of MEMBERS) {
      writeFileSync(join(folder, `pg${n}.yml`), patroniOf(n))
      execFileSync('chown', [`${uid}:${gid}`, join(folder, `pg${n}.yml`)])
      mkdirSync(join(folder, `etcd${n}`), { mode: 0o700 })
      execFileSync('chown', [`${uid}:${gid}`, join(folder, `etcd${n}`)])
    }
    execFileSync('chown', [`${uid}:${gid}`, folder])
    chmodSync(folder, 0o755)
    for (const n of MEMBERS) startEtcd(n)
    await until('etcd has a leader', async () =>
      fetch(`http://127.0.0.1:${ports.etcd[1]}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    startMember(1)
    await primary()
    startMember(2)
    startMember(3)
    await safe()
    writeFileSync(join(folder, 'writes.cfg'), haproxyOf())
    run('haproxy', [`${root}/usr/sbin/haproxy`, '-db', '-f', join(folder, 'writes.cfg')], {})
    await asAdmin(`create role capsule login password '${PASSWORD}'`)
    await asAdmin('create database capsule owner capsule')
    // HAProxy takes all three for alive until it has checked them.
    await later(HAPROXY_LOOKS_MS)
  }

  async function stop(): Promise<void> {
    await kill('haproxy', 'SIGKILL')
    for (const n of MEMBERS) signal(n, 'CONT')
    for (const n of MEMBERS) signal(n, 'KILL')
    for (const n of MEMBERS) await kill(`pg${n}`, 'SIGKILL')
    for (const n of MEMBERS) await kill(`etcd${n}`, 'SIGKILL')
    await later(500)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })
  }

  function patroniOf(n: Member): string {
    return example('patroni.yml', {
      ...own,
      'name: pg1': `name: pg${n}`,
      '10.0.0.1:8008': `127.0.0.1:${ports.rest[n]}`,
      "'10.0.0.1:2379', '10.0.0.2:2379', '10.0.0.3:2379'": MEMBERS.map((n) => `'127.0.0.1:${ports.etcd[n]}'`).join(
        ', ',
      ),
      '10.0.0.0/24': '127.0.0.1/32',
      '10.0.0.1:5432': `127.0.0.1:${ports.pg[n]}`,
      '/var/lib/postgresql/15/capsule': join(folder, `data${n}`),
      '  pgpass: /var/lib/postgresql/patroni.pgpass': `  pgpass: ${join(folder, `pgpass${n}`)}\n  parameters: { unix_socket_directories: ${folder} }`,
      CHANGE: PASSWORD,
      'mode: automatic, device: /dev/watchdog, safety_margin: 5': "mode: 'off'",
    })
  }
  function haproxyOf(): string {
    const servers = MEMBERS.map((n) => [
      `pg${n} 10.0.0.${n}:5432`,
      `pg${n} 127.0.0.1:${ports.pg[n]} check port ${ports.rest[n]}`,
    ])
    return example('haproxy-postgres.cfg', {
      '127.0.0.1:5000': `127.0.0.1:${ports.writes}`,
      '127.0.0.1:5001': `127.0.0.1:${ports.reads}`,
      ...Object.fromEntries(servers),
    })
  }
  /** Runs a statement at the primary itself. */
  async function asAdmin(statement: string): Promise<void> {
    const url = new URL(addressOf('postgres', 'postgres'))
    url.port = String(ports.pg[await primary()])
    const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 3_000 })
    client.on('error', () => {})
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  /** `patronictl` as its package installs it, with the configuration of a member here. */
  function shims(): string {
    const bin = join(folder, 'bin')
    mkdirSync(bin, { recursive: true })
    const words = ['/usr/bin/python3', `${root}/usr/bin/patronictl`, '-c', join(folder, 'pg1.yml')]
    const text = `#!/bin/sh\n[ "$1" = -c ] && shift 2\nexec ${words.join(' ')} "$@"\n`
    writeFileSync(join(bin, 'patronictl'), text, { mode: 0o755 })
    return bin
  }

  await begin().catch(async (error) => {
    await stop()
    throw error
  })

  return {
    /** The address of the database, by way of HAProxy. */
    url: addressOf('capsule', 'capsule'),
    adminUrl: addressOf('postgres', 'capsule'),
    asAdmin,
    primary,
    safe,
    /** Power off: Patroni and its PostgreSQL at once. */
    killMachine: (n: Member) => {
      signal(n, 'KILL')
      return ended(running.get(`pg${n}`)!)
    },
    startMember,
    /** Kills the database's first process alone; Patroni lives. */
    killPostmaster: (n: Member) =>
      execFileSync('sh', ['-c', `kill -9 $(head -1 ${join(folder, `data${n}`, 'postmaster.pid')})`]),
    /** Stops a member as soon as it has begun to renew its leadership (`forgetful`). */
    stallInUpdate: async (n: Member): Promise<void> => {
      writeFileSync(join(folder, WAIT), '')
      await until('the primary renews its leadership', async () => existsSync(join(folder, UPDATING)))
      signal(n, 'STOP')
      rmSync(join(folder, WAIT))
    },
    /** Makes a machine stand still; `wake` lets it go on. */
    stall: (n: Member) => signal(n, 'STOP'),
    wake: (n: Member) => signal(n, 'CONT'),
    switchOver: async (): Promise<void> => {
      const [leader, candidate] = [await any('primary'), await any('sync')]
      const response = await fetch(`http://127.0.0.1:${ports.rest[leader!]}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: `pg${leader}`, candidate: `pg${candidate}` }),
      })
      if (!response.ok) throw new Error(`switchover: ${await response.text()}`)
    },
    /** Runs an operator's commands on a machine of the cluster; its output with errors, thrown as a whole where a line fails. */
    type: async (block: string): Promise<string> => {
      const leader = await primary()
      const spare = MEMBERS.find((n) => n !== leader)!
      return typeIn(block.replaceAll('pg3', `pg${spare}`), {
        PATH: `${shims()}:/usr/bin:/bin`,
        PYTHONPATH: `${root}/usr/lib/python3/dist-packages:/usr/lib/python3/dist-packages`,
        PGPORT: String(ports.pg[leader]),
        PGPASSWORD: PASSWORD,
        LC_ALL: 'C.UTF-8',
      })
    },
    killEtcd: (n: Member) => kill(`etcd${n}`, 'SIGKILL'),
    startEtcd,
    stop,
  }
}

function typeIn(block: string, env: Record<string, string>): string {
  const { status, stdout } = spawnSync('bash', ['-ec', `exec 2>&1\n${block}`], {
    env,
    encoding: 'utf8',
    timeout: WITHIN_MS,
  })
  if (status !== 0) throw new Error(`${block}\n${stdout}`)
  return stdout
}

async function portsOf() {
  const each = async () => ({ 1: await freePort(), 2: await freePort(), 3: await freePort() })
  return {
    ...{ etcd: await each(), peer: await each(), rest: await each(), pg: await each() },
    ...{ writes: await freePort(), reads: await freePort() },
  }
}

/** Asks until the answer is true; throws after a minute and a half. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = performance.now() + WITHIN_MS
  while (performance.now() < deadline) {
    const found = await ask()
    if (found) return found
    await later(200)
  }
  throw new Error(`not within ${WITHIN_MS / 1000} s: ${what}`)
}
