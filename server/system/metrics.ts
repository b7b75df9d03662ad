import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isLoopbackCaller } from '#server/development.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
  }
}

/** GET /metrics – Prometheus figures, for this machine only. */
export function metricsDoor(app: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
