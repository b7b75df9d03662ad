import type { FastifyRequest } from 'fastify'
import type { Asker, Services } from '#server/context.ts'
import { isDevelopmentCaller } from '#server/development.ts'

const SOURCES = new Set(['h5', 'pc', 'ios', 'android', 'mp-weixin', 'mp-alipay'])

/**
 * Who asks, at a call as at a door, as far as the request itself says it; a sign-in is looked up by whoever needs one. Field by
 * field: for each request a spread of the services costs more than all else that an empty call does.
 */
export function askerOf(services: Services, request: FastifyRequest): Asker {
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
    log: request.log,
    figures: services.figures,
    gates: services.gates,
    now: services.now,
    clock: services.clock,
    writings: services.writings,
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
    // Nothing of the services is left out, what only some have either.
  } satisfies Record<keyof Asker, unknown>
}

const sourceOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && SOURCES.has(given) ? given : 'h5'
