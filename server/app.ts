import { join } from 'node:path'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE, SERVER_TEXT } from '#contract/codes.ts'
import { HAS_UNSTORABLE, isModest, unstorableAt } from '#contract/json.ts'
import { oauthDoor } from '#server/account/door.ts'
import { calendarDoor } from '#server/calendar/door.ts'
import { shareDoor } from '#server/capsule/door.ts'
import { captchaDoor } from '#server/captcha/door.ts'
import type { Services } from '#server/context.ts'
import { busy, Fail } from '#server/fail.ts'
import { mediaDoor } from '#server/media/door.ts'
import { outboxDoor } from '#server/message/door.ts'
import { stopDoor } from '#server/notice/door.ts'
import { payDoor } from '#server/pay/door.ts'
import { healthDoor } from '#server/system/health.ts'
import { metricsDoor } from '#server/system/metrics.ts'
import { pagesDoor } from '#server/system/pages.ts'
import { linkDoor } from '#server/unseal/door.ts'
import { makeAdmission } from './admission.ts'
import { boundConnections, CONNECTION_LIMITS, serverOptions } from './connections.ts'
import { controlDoor } from './control.ts'
import { answer, answerError, dispatch, isCall } from './dispatch.ts'
import { badField } from './parse.ts'
import { REQUEST_ID, requestIds } from './requestId.ts'
import { headersOfCalls, inlineScripts, securityHeaders } from './securityHeaders.ts'

const BODY_LIMIT_BYTES = 2 * 1024 * 1024

/** The whole application over the services it is given; listening is the caller's business. */
export async function makeApp(
  services: Services,
  limits = CONNECTION_LIMITS,
  admit = makeAdmission(),
): Promise<FastifyInstance> {
  const { production, webDir, proxies } = services.config
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // Without a proxy nothing that was forwarded is even looked at.
    trustProxy: proxies > 0 ? (_address, hop) => hop < proxies : false,
    ...serverOptions(limits, services.config),
    genReqId: requestIds(services.config),
    frameworkErrors: answerError,
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    return503OnClosing: false,
  })
  const { letBe } = boundConnections(app, limits, services.config)
  acceptJson(app)
  const scripts = inlineScripts(join(webDir, 'index.html'))
  const headers = securityHeaders({ production, mediaOrigins: services.media.origins, scripts })
  const ofCalls = headersOfCalls(headers)
  // One hook for all that is decided at the door: what Fastify says of a route is put together anew at each look.
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url } = request.routeOptions
    if (config.call === undefined) reply.headers(headers).header(REQUEST_ID, request.id)
    if (config.slowBody) letBe(request.raw.socket)
    if (services.whyStill() && ASKS_DATABASE.test(url ?? '')) done(busy())
    else done()
  })
  app.setErrorHandler((error, request, reply) =>
    answerError(error, request, isCall(request) ? reply.headers(ofCalls) : reply),
  )
  app.setNotFoundHandler((_request, reply) =>
    answer(reply.code(404), { code: CODE.missing, message: SERVER_TEXT.unknownEndpoint }),
  )
  metricsDoor(app, services)
  const door = { services, admit, heads: Object.entries(ofCalls).flat() }
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    app.post(call.path, { config: { call: name } }, dispatch(door, name, call))
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
  shareDoor(app, services)
  await payDoor(app, services)
  await pagesDoor(app, services.config)
  return app
}

/** What is sent is judged by the calls table: Fastify's own two compilers are a twentieth of a start, and not even loaded. */
function refuseSchema(): never {
  throw new Error('a route has no schema of its own: the calls table has')
}

/** Every path where whoever asks needs the database, which nobody new waits for while it stands still; pages and /metrics do without, /oss says it in its own words. */
const ASKS_DATABASE = /^\/(?:api|m|n|s|calendar|control)(?:\/|$)/

/** What a form or a script of any other site may send without being asked first. */
const SENT_FROM_ANYWHERE = /^\s*(?:text\/plain|application\/x-www-form-urlencoded|multipart\/)/i
/** Whose bodies are not our pages' and call themselves what they like. A path that takes a beacon (text/plain) stands here as well; no page sends one. */
const FROM_ELSEWHERE = /^\/api\/notify\//

/** Of a call: it does not call itself JSON, but what needs nobody's leave. */
function isForm(request: FastifyRequest): boolean {
  if (!SENT_FROM_ANYWHERE.test(request.headers['content-type'] ?? '')) return false
  return isCall(request) && !FROM_ELSEWHERE.test(request.routeOptions.url ?? '')
}

/** Bodies are JSON, also those that do not say so; none at all counts as an empty object. */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  // By its name as well: what falls under the star is taken apart at each request.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    if (isForm(request)) return done(new Fail(CODE.badRequest, SERVER_TEXT.notJson))
    const text = body as string
    if (!isModest(text)) return done(new Fail(CODE.badRequest, SERVER_TEXT.tooComplex))
    return parseJson(request, text, (error, value) => {
      if (error) return done(error)
      const wrongAt = unstorableAt(text, value)
      return wrongAt ? done(badField(wrongAt, HAS_UNSTORABLE)) : done(null, value)
    })
  })
}
