import type { FastifyRequest } from 'fastify'
import type { RequestContext, Services } from './context.ts'
import { isDevelopmentCaller } from './development.ts'

const SOURCES = new Set(['h5', 'pc', 'ios', 'android', 'mp-weixin', 'mp-alipay'])

/**
 * Who asks, at a call as at any other route, as far as the request itself says it; code that needs a sign-in looks it up. Field by field:
 * with a spread of the services the CPU time of userInfo, detail and one's own list is 41, 32 and 28 % more (docs/decisions/calls.md).
 */
export function requestContextOf(services: Services, request: FastifyRequest): RequestContext {
  const { headers } = request.raw
  const { config } = services
  return {
    config,
    db: services.db,
    replica: services.replica,
    keys: services.keys,
    ids: services.ids,
    media: services.media,
    words: services.words,
    logHead: services.logHead,
    log: request.log,
    metrics: services.metrics,
    gates: services.gates,
    now: services.now,
    clock: services.clock,
    writings: services.writings,
    ending: services.ending,
    whyNotReady: services.whyNotReady,
    whyStill: services.whyStill,
    whyNoWrites: services.whyNoWrites,
    pool: services.pool,
    copyTo: services.copyTo,
    address: request.ip,
    source: sourceOf(headers.source),
    origin: config.publicUrl ?? `http://${request.host}`,
    userAgent: headers['user-agent'] ?? '',
    isDeveloper: () => isDevelopmentCaller(config, request),
    // No service is left out, not even an optional one.
  } satisfies Record<keyof RequestContext, unknown>
}

const sourceOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && SOURCES.has(given) ? given : 'h5'
