import { readFileSync } from 'node:fs'
import { Gauge, type Registry } from 'prom-client'
import { PLATFORMS } from '#contract/platforms.ts'
import type { Held } from '#server/platform/clock/clockRow.ts'
import type { Services } from '#server/platform/context.ts'

const HELD: Held[] = ['jump', 'pause', 'source', 'restored']
/** Of the source and of what is built from it. */
const PACKAGE = import.meta.url.endsWith('.ts') ? '../../../package.json' : '../../../../package.json'

/** Figures that the process has without any query. */
export function watchProcess(
  registry: Registry,
  { clock, gates, pool }: Pick<Services, 'clock' | 'gates' | 'pool'>,
): void {
  new Gauge({
    name: 'build_info',
    help: 'Always 1: which version this is, on which Node',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: versionOf(), node: process.version }, 1)
  new Gauge({
    name: 'clock_held',
    help: '1 of the reason for which not all that is due is opened or sent',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      const holds = clock.holds()
      for (const reason of HELD) this.set({ reason }, holds.includes(reason) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'clock_unconfirmed',
    help: '1 while nothing is erased until an operator has confirmed the time',
    registers: [registry],
    collect() {
      this.set(clock.unconfirmed() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'platform_silent',
    help: '1 of a platform that does not answer: calls that need it are refused, but for one every five seconds',
    labelNames: ['platform'],
    registers: [registry],
    collect() {
      const silent = gates.silent()
      for (const platform of PLATFORMS) this.set({ platform }, silent.includes(platform) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database server: all there are, and those of them that lie idle',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      if (!pool) return
      const { total, idle } = pool()
      this.set({ state: 'total' }, total)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Who waits for a connection to the database server',
    registers: [registry],
    collect() {
      if (pool) this.set(pool().waiting)
      else this.remove()
    },
  })
}

const versionOf = (): string =>
  (JSON.parse(readFileSync(new URL(PACKAGE, import.meta.url), 'utf8')) as { version: string }).version
