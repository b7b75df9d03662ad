import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '#server/context.ts'
import { isLoopbackCaller } from '#server/development.ts'
import { countAlarms } from '#server/pay/alarm.ts'
import { countApplications } from '#server/review/overdue.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
  }
}

/** How long the database's figures stand, and how long a scrape waits for them. */
const COUNTS_FRESH_MS = 30_000
const COUNTS_WITHIN_MS = 2_000

/** GET /metrics – Prometheus figures, for this machine only. */
export function metricsDoor(app: FastifyInstance, services: Services): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchDesk(registry, services)
  const seconds = new Histogram({
    name: 'call_seconds',
    help: 'Time of each call by name and HTTP status',
    labelNames: ['call', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call
    if (call) seconds.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isLoopbackCaller(request)) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** What operators have to do. */
function watchDesk(registry: Registry, services: Services): void {
  const applications = keptFresh(() => countApplications(services))
  const alarms = keptFresh(() => countAlarms(services))
  const gauge = (name: string, help: string, count: () => Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const known = await count()
        if (known !== undefined) this.set(known)
        else this.remove()
      },
    })
  const of = (figure: 'waiting' | 'overdue') => async () => (await applications())?.[figure]
  gauge('applications_waiting', 'Applications for an early unsealing that wait for an operator', of('waiting'))
  gauge('applications_overdue', 'Those of them that are older than five working days', of('overdue'))
  gauge('payment_alarms', 'Payments that are not as they were said to be, and that no operator has looked into', alarms)
}

/** The newest answer that came in time; a database that does not answer fails no scrape. */
function keptFresh<T>(ask: () => Promise<T>): () => Promise<T | undefined> {
  let known: T | undefined
  let asked: Promise<unknown> = Promise.resolve()
  let freshUntil = 0
  return async () => {
    if (performance.now() > freshUntil) {
      freshUntil = performance.now() + COUNTS_FRESH_MS
      asked = ask().then((counts) => (known = counts), forgiven)
    }
    await Promise.race([asked, late()])
    return known
  }
}

const forgiven = (): undefined => undefined
const late = () => new Promise<void>((resolve) => setTimeout(resolve, COUNTS_WITHIN_MS).unref())
