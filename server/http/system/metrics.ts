import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Services } from '#server/platform/context.ts'
import { isLoopbackCaller } from '#server/platform/development.ts'
import { watchDatabase } from './databaseGauges.ts'
import { watchProcess } from './processFigures.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
  }
}

/** GET /metrics – Prometheus figures, for this machine and for clients with METRICS_TOKEN; for others the page is not there. */
export function metricsRoutes(app: FastifyInstance, services: Services): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchProcess(registry, services)
  watchDatabase(registry, services)
  const seconds = new Histogram({
    name: 'call_seconds',
    help: 'Time of each call by name and HTTP status',
    labelNames: ['call', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const all = Registry.merge([registry, services.metrics.registry])
  app.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config.call
    if (call) seconds.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  const { metricsToken } = services.config
  app.get('/metrics', async (request, reply) => {
    const shown = metricsToken !== undefined && isBearer(request.headers.authorization, metricsToken)
    if (!shown && !isLoopbackCaller(request)) return reply.callNotFound()
    return reply.type(all.contentType).send(await all.metrics())
  })
}

/** Compared in a time that tells nothing, of its length either. */
function isBearer(given: string | undefined, token: string): boolean {
  const [one, other] = [given ?? '', `Bearer ${token}`].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}
