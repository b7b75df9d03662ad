import { execFileSync } from 'node:child_process'
import { later } from '../client.ts'
import { blocksOf } from '../operatePage.ts'
import { type Cluster, until } from './cluster.ts'
import type { Site } from './site.ts'

export type Scene = {
  cluster: Cluster
  site: Site
  folder: string
  /** Where the version before this one is built; undefined where there is none. */
  earlier: string | undefined
}
export type Drill = {
  name: string
  /** Also in the short form, which every change must pass. */
  short: boolean
  /** Not a single call may fail. */
  gentle?: true
  act: (scene: Scene) => Promise<unknown>
}

/** Longer than Patroni's ttl, so that another becomes the primary meanwhile. */
const STALL_MS = 40_000
const SETTLE_MS = 5_000

/** Events that can happen to machines, one after the other, while people go on. */
export const DRILLS: Drill[] = [
  {
    name: 'the machine of the primary dies',
    short: true,
    act: async ({ cluster }) => {
      const dead = await cluster.primary()
      await cluster.killMachine(dead)
      await until('another is the primary', async () => (await cluster.primary()) !== dead)
      cluster.startMember(dead)
      await cluster.safe()
    },
  },
  {
    name: 'a process of ours is killed',
    short: true,
    act: ({ site }) => site.killProcess(0),
  },
  {
    name: 'the postmaster of the primary is killed',
    short: false,
    act: async ({ cluster }) => {
      cluster.killPostmaster(await cluster.primary())
      await later(SETTLE_MS)
      await cluster.primary()
      await cluster.safe()
    },
  },
  {
    name: 'a switchover',
    short: false,
    act: async ({ cluster }) => {
      await cluster.switchOver()
      await later(SETTLE_MS)
      await cluster.primary()
      await cluster.safe()
    },
  },
  {
    name: 'one etcd of three dies, and is back after 8 s',
    short: false,
    act: async ({ cluster }) => {
      await cluster.killEtcd(2)
      await later(8_000)
      cluster.startEtcd(2)
      await later(SETTLE_MS)
    },
  },
  {
    name: 'the primary stands still for 40 s, and wakes',
    short: false,
    act: async ({ cluster }) => {
      const frozen = await cluster.primary()
      cluster.stall(frozen)
      await later(STALL_MS)
      cluster.wake(frozen)
      await later(SETTLE_MS)
      await cluster.primary()
      await cluster.safe()
    },
  },
  {
    name: 'what the manual types on a cluster',
    short: false,
    act: async ({ cluster }) => {
      for (const block of blocksOf('cluster')) {
        await cluster.safe()
        console.log(await cluster.type(block))
        await later(SETTLE_MS)
        await cluster.primary()
      }
      await cluster.safe()
    },
  },
  // The last one: where versions are mixed they are so until here.
  {
    name: 'a rolling release, after one back to the version before',
    short: true,
    gentle: true,
    act: async ({ site, earlier }) => {
      if (earlier) await site.rollOut(earlier)
      await site.rollOut(process.cwd())
    },
  },
]

/** Puts the database back as it was some seconds ago, under running processes; capsules sealed since are gone. */
export async function putBack({ cluster, folder }: Scene, seconds: number): Promise<void> {
  const dump = `${folder}/dump`
  const bin = execFileSync('sh', ['-c', 'ls -dv /usr/lib/postgresql/*/bin | tail -1'], { encoding: 'utf8' }).trim()
  execFileSync(`${bin}/pg_dump`, ['-Fc', '-f', dump, '-d', cluster.adminUrl], { stdio: 'pipe' })
  await cluster.asAdmin('create database capsule_back owner capsule')
  const back = cluster.adminUrl.replace(/capsule$/, 'capsule_back')
  execFileSync(`${bin}/pg_restore`, ['-d', back, dump], { stdio: 'pipe' })
  await later(seconds * 1000)
  await cluster.asAdmin('alter database capsule allow_connections false')
  await cluster.asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'capsule'`)
  await cluster.asAdmin('alter database capsule rename to capsule_lost')
  await cluster.asAdmin('alter database capsule_back rename to capsule')
}
