import { join } from 'node:path'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE, TEXT } from '#contract/codes.ts'
import { oauthDoor } from '#server/account/door.ts'
import { calendarDoor } from '#server/calendar/door.ts'
import { captchaDoor } from '#server/captcha/door.ts'
import type { Services } from '#server/context.ts'
import { Fail } from '#server/fail.ts'
import { mediaDoor } from '#server/media/door.ts'
import { outboxDoor } from '#server/message/door.ts'
import { stopDoor } from '#server/notice/door.ts'
import { payDoor } from '#server/pay/door.ts'
import { healthDoor } from '#server/system/health.ts'
import { metricsDoor } from '#server/system/metrics.ts'
import { pagesDoor } from '#server/system/pages.ts'
import { linkDoor } from '#server/unseal/door.ts'
import { controlDoor } from './control.ts'
import { answer, answerError, dispatch } from './dispatch.ts'
import { inlineScripts, securityHeaders } from './securityHeaders.ts'
import { isStorable, SUSPECT } from './storable.ts'

const BODY_LIMIT_BYTES = 2 * 1024 * 1024
/** For the whole body of a call to arrive: one dripped in byte by byte holds nothing for long. */
const BODY_TIMEOUT_MS = 20_000
/** The same for any request: an upload over a slow line takes its time. */
const REQUEST_TIMEOUT_MS = 16 * 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The door reads the body itself and minds its time. */
    slowBody?: true
  }
}

/** The whole application over the services it is given; listening is the caller's business. */
export async function makeApp(services: Services): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: (_address, hop) => hop < services.config.proxies,
    requestTimeout: REQUEST_TIMEOUT_MS,
    frameworkErrors: answerError,
    return503OnClosing: false,
  })
  hurryBodies(app)
  acceptJson(app)
  const { production, webDir } = services.config
  const scripts = inlineScripts(join(webDir, 'index.html'))
  const headers = securityHeaders({ production, mediaOrigins: services.media.origins, scripts })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    answer(reply.code(404), { code: CODE.missing, message: TEXT.unknownEndpoint }),
  )
  metricsDoor(app, services)
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    app.post(call.path, { config: { call: name } }, dispatch(services, name, call))
  }
  // Doors that are not calls.
  healthDoor(app, services)
  controlDoor(app, services)
  outboxDoor(app, services)
  stopDoor(app, services)
  captchaDoor(app, services)
  oauthDoor(app, services)
  mediaDoor(app, services)
  calendarDoor(app, services)
  linkDoor(app)
  await payDoor(app, services)
  await pagesDoor(app, services.config)
  return app
}

const BODILESS = new Set(['GET', 'HEAD'])

/** Doors that take their time say so with `slowBody`. */
function hurryBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    // What has no body is over only when its answer is.
    if (request.routeOptions.config.slowBody || BODILESS.has(request.method)) return done(null, payload)
    const timer = setTimeout(() => request.raw.destroy(), BODY_TIMEOUT_MS)
    for (const over of ['end', 'close']) payload.once(over, () => clearTimeout(timer))
    done(null, payload)
  })
}

/** Bodies are JSON whatever they call themselves; none at all counts as an empty object. */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    return parseJson(request, body as string, (error, value) => {
      if (error) return done(error)
      if (SUSPECT.test(body as string) && !isStorable(value)) return done(new Fail(CODE.badRequest, TEXT.notJson))
      return done(null, value)
    })
  })
}
