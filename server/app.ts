import helmet from '@fastify/helmet'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE, TEXT } from '#contract/codes.ts'
import type { Services } from '#server/context.ts'
import { Fail } from '#server/fail.ts'
import { outboxDoor } from '#server/notice/door.ts'
import { healthDoor } from '#server/system/health.ts'
import { metricsDoor } from '#server/system/metrics.ts'
import { pagesDoor } from '#server/system/pages.ts'
import { answer, answerError, dispatch } from './dispatch.ts'

const BODY_LIMIT_BYTES = 2 * 1024 * 1024

/** The whole application over the services it is given; listening is the caller's business. */
export async function makeApp(services: Services): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: services.config.trustProxy,
    return503OnClosing: false,
  })
  acceptJson(app)
  await app.register(helmet, helmetOptions(services.config.production))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    answer(reply.code(404), { code: CODE.missing, message: TEXT.unknownEndpoint }),
  )
  metricsDoor(app)
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    app.post(call.path, { config: { call: name } }, dispatch(services, name, call))
  }
  // Doors that are not calls.
  healthDoor(app, services)
  outboxDoor(app, services)
  await pagesDoor(app, services.config)
  return app
}

/** The character no database text can hold, as JSON writes it (a backslash before it escapes the escape). */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** Bodies are JSON whatever they call themselves; none at all counts as an empty object. */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    if (NUL.test(body as string)) return done(new Fail(CODE.badRequest, TEXT.notJson))
    return parseJson(request, body as string, done)
  })
}

const helmetOptions = (production: boolean) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
    },
  },
  frameguard: { action: 'sameorigin' as const },
  // WeChat's H5 payment needs a Referer (platforms.md 1).
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  strictTransportSecurity: production ? { maxAge: 31_536_000 } : (false as const),
  crossOriginEmbedderPolicy: false,
})
