import { join } from 'node:path'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE, SERVER_TEXT } from '#contract/codes.ts'
import { isModest, unstorableAt } from '#contract/json.ts'
import { calendarRoutes } from '#server/capsules/calendar/routes.ts'
import { shareRoutes } from '#server/capsules/capsule/routes.ts'
import { stopRoutes } from '#server/capsules/notice/routes.ts'
import { waitingRoutes } from '#server/capsules/receiver/routes.ts'
import { linkRoutes } from '#server/capsules/unseal/routes.ts'
import { busy, Fail } from '#server/core/fail.ts'
import { openApiRoutes } from '#server/http/openapi/routes.ts'
import { healthRoutes } from '#server/http/system/health.ts'
import { metricsRoutes } from '#server/http/system/metrics.ts'
import { pagesRoutes } from '#server/http/system/pages.ts'
import { payRoutes } from '#server/money/pay/routes.ts'
import { oauthRoutes } from '#server/people/account/routes.ts'
import { captchaRoutes } from '#server/people/captcha/routes.ts'
import type { Services } from '#server/platform/context.ts'
import { mediaRoutes } from '#server/platform/media/routes.ts'
import { outboxRoutes } from '#server/platform/message/routes.ts'
import { archiveRoutes } from '#server/upkeep/archive/routes.ts'
import { logRoutes } from '#server/upkeep/receipts/routes.ts'
import { verifyRoute } from '#server/upkeep/receipts/verifyRoute.ts'
import { makeAdmission } from './admission.ts'
import { boundConnections, CONNECTION_LIMITS, serverOptions } from './connections.ts'
import { controlRoutes } from './control.ts'
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
  // One hook for all that is decided before anything else: what Fastify says of a route is put together anew at each look.
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url } = request.routeOptions
    reply.headers(config.call === undefined ? headers : ofCalls).header(REQUEST_ID, request.id)
    if (config.slowBody) letBe(request.raw.socket)
    if (services.whyStill() && ASKS_DATABASE.test(url ?? '')) done(busy())
    else done()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    answer(reply.code(404), { code: CODE.missing, message: SERVER_TEXT.unknownEndpoint }),
  )
  metricsRoutes(app, services)
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    app.post(call.path, { config: { call: name } }, dispatch({ services, admit }, name, call))
  }
  // Routes that are not calls.
  healthRoutes(app, services)
  openApiRoutes(app, services)
  controlRoutes(app, services)
  outboxRoutes(app, services)
  stopRoutes(app, services)
  captchaRoutes(app, services)
  oauthRoutes(app, services)
  mediaRoutes(app, services)
  archiveRoutes(app, services)
  logRoutes(app, services)
  verifyRoute(app, services)
  calendarRoutes(app, services)
  linkRoutes(app)
  shareRoutes(app, services)
  waitingRoutes(app, services)
  await payRoutes(app, services)
  await pagesRoutes(app, services.config)
  return app
}

/** The calls table judges input: Fastify's own two compilers would be a twentieth of the start, and are not even loaded. */
function refuseSchema(): never {
  throw new Error('a route has no schema of its own: the calls table has')
}

/**
 * Every path whose requests need the database: no new request waits for it while it stands still. Pages, /metrics and
 * the description of the calls do without, /oss says it in its own words.
 */
const ASKS_DATABASE = /^\/(?:api(?!\/openapi\.json$)|m|n|s|calendar|export|control|verify)(?:\/|$)/

/** The body types that a form or a script of any other site may send without a preflight. */
const SENT_FROM_ANYWHERE = /^\s*(?:text\/plain|application\/x-www-form-urlencoded|multipart\/)/i
/**
 * Paths whose bodies do not come from our pages and may have any type. A path that takes a beacon (text/plain) belongs here
 * as well; no page sends one.
 */
const FROM_ELSEWHERE = /^\/api\/notify\//

/** Whether a call's body has a type that any site may send without a preflight, not JSON. */
function isForm(request: FastifyRequest): boolean {
  if (!SENT_FROM_ANYWHERE.test(request.headers['content-type'] ?? '')) return false
  return isCall(request) && !FROM_ELSEWHERE.test(request.routeOptions.url ?? '')
}

/** Bodies are JSON, also those that do not say so; none at all counts as an empty object. */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  // JSON by its name as well: a type under the star is parsed at each request.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    if (isForm(request)) return done(new Fail(CODE.badRequest, SERVER_TEXT.badRequest))
    const text = body as string
    if (!isModest(text)) return done(new Fail(CODE.badRequest, SERVER_TEXT.badRequest))
    return parseJson(request, text, (error, value) => {
      if (error) return done(error)
      const wrongAt = unstorableAt(text, value)
      return wrongAt ? done(badField(wrongAt)) : done(null, value)
    })
  })
}
