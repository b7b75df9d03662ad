import type { FastifyRequest } from 'fastify'
import type { Asker, Services } from '#server/context.ts'
import { isDevelopmentCaller } from '#server/development.ts'

const SOURCES = new Set(['h5', 'pc', 'ios', 'android', 'mp-weixin', 'mp-alipay'])

/** Who asks, at a call as at a door, as far as the request itself says it; a sign-in is looked up by whoever needs one. */
export function askerOf(services: Services, request: FastifyRequest): Asker {
  const source = String(request.headers.source ?? '')
  return {
    ...services,
    log: request.log,
    address: request.ip,
    source: SOURCES.has(source) ? source : 'h5',
    origin: services.config.publicUrl ?? `http://${request.host}`,
    userAgent: request.headers['user-agent'] ?? '',
    isDeveloper: () => isDevelopmentCaller(services.config, request),
  }
}
