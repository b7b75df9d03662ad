import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import type { CallName } from '#contract/calls.ts'
import { CODE, type Envelope, SERVER_TEXT, TEXT } from '#contract/codes.ts'
import { ROLE_MISSING } from '#contract/desk.ts'
import { ALIKE_SECONDS } from '#contract/limits.ts'
import { findHolder } from '#server/capsules/unseal/linkJwt.ts'
import type { StepAside } from '#server/core/concurrency/semaphore.ts'
import { Fail, isDatabaseAway } from '#server/core/fail.ts'
import { findOperator } from '#server/desk/review/sessions.ts'
import { handlers } from '#server/http/handlers.ts'
import { findCaller } from '#server/people/account/sessions.ts'
import type { Once } from '#server/platform/caller.ts'
import type { Context, EitherContext, OperatorContext, Services, UserContext } from '#server/platform/context.ts'
import { firstAnswer } from '#server/platform/idempotency.ts'
import { atItsGate } from '#server/platform/media/atItsGate.ts'
import { network } from '#server/platform/rateLimit.ts'
import { requestContextOf } from '#server/platform/requestContext.ts'
import type { Admission } from './admission.ts'
import { cookiesOf } from './cookies.ts'
import { badField, parse } from './parse.ts'
import { REQUEST_ID } from './requestId.ts'

const KEY = /^[\x21-\x7e]{1,128}$/
const RETRY_AFTER_SECONDS = 5

type CallRequest = Pick<Call, 'alike' | 'anew'> & { call: CallName; input: unknown }
type Entrance = { services: Services; admit: Admission }
type AnyHandler = (context: Context, input: unknown) => Promise<object | null>

/** One call from request to envelope, once it is let in: who asks → may they → parse → handler. */
export function dispatch({ services, admit }: Entrance, name: CallName, call: Call) {
  const handler = handlers[name] as AnyHandler
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const data = await admit(async (stepAside) => {
      const context = contextOf(services, request, reply)
      letWait(context, stepAside)
      await askWho(context, call, request.headers.authorization)
      const input = parse(call.input, request.body)
      if (call.once) context.once = onceOf(services, request, { ...call, call: name, input })
      const data = (await answerOfEnded(context, call)) ?? (await handler(context, input))
      services.writings.note(name, (context as Partial<UserContext>).caller?.userId, {
        input,
        data,
        once: context.once,
      })
      return data
    })
    return answer(reply, { code: CODE.ok, data })
  }
}

/** Puts into the context who is asking; throws 2004–2007 where the call needs to know and cannot. */
async function askWho(context: Context, { who, link, role }: Call, authorization: string | undefined): Promise<void> {
  if (who === 'anyone' || (who === 'either' && !authorization)) return
  if (who === 'operator') {
    const operator = await findOperator(context.db, authorization)
    if (role && !operator.roles.includes(role)) throw new Fail(CODE.forbidden, ROLE_MISSING)
    ;(context as OperatorContext).operator = operator
    return
  }
  const holder = link ? await findHolder(context.keys, authorization) : undefined
  if (holder) (context as EitherContext).holder = holder
  else (context as UserContext).caller = await findCaller(context.db, authorization)
}

/**
 * A call that ends before the product does is refused from then on (docs/decisions/sunset.md); a repeat of one that was
 * answered before gets that answer.
 */
async function answerOfEnded(context: Context, { ends }: Call): Promise<object | undefined> {
  const why = await context.ending.whyNot(ends)
  if (!why) return undefined
  // A key of ours only tells a double tap; a client's says that it is the same call.
  const isRepeat = context.once !== undefined && context.once.forSeconds === undefined
  const answered = isRepeat && (await firstAnswer<object>(context as UserContext))
  if (answered) return answered
  throw new Fail(CODE.ended, why)
}

function contextOf(services: Services, request: FastifyRequest, reply: FastifyReply): Context {
  const context = requestContextOf(services, request) as Context
  context.once = undefined
  context.cookies = cookiesOf(services.config, request, reply)
  return context
}

/** How this call waits for platforms: without its place at the door, and in a crowd with the same caller's other calls. */
function letWait(context: Context, stepAside: StepAside): void {
  const { gates, address, isDeveloper } = context
  context.stepAside = stepAside
  context.waitFor = (platform, ask, isSilent) => {
    const { caller } = context as Partial<UserContext>
    const who = { person: caller?.userId, address: isDeveloper() ? undefined : network(address) }
    return gates.pass(platform, who, () => stepAside(ask), isSilent)
  }
  if (context.media.kind !== 'disk') context.media = atItsGate(context.media, context.waitFor)
}

/** The input is kept as a keyed hash: it may hold answers, and nobody must be able to try guesses against the hash. */
function onceOf(
  { keys }: Services,
  request: FastifyRequest,
  { call, alike, anew, input }: CallRequest,
): Once | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined && !alike) return undefined
  const requestHash = keys.hmac('request', JSON.stringify(without(input, anew)))
  if (key === undefined) return alikeOf(call, requestHash)
  if (typeof key !== 'string' || !KEY.test(key)) throw badField(['Idempotency-Key'])
  return { key, call, requestHash }
}

const without = (input: unknown, names: readonly string[] | undefined): unknown =>
  names ? { ...(input as object), ...Object.fromEntries(names.map((name) => [name, undefined])) } : input

/** The request hash makes the key, which no client can send: clients' keys have no space. */
const alikeOf = (call: CallName, requestHash: Buffer): Once => ({
  key: `${call} ${requestHash.toString('base64url')}`,
  call,
  requestHash,
  forSeconds: ALIKE_SECONDS,
})

const JSON_TYPE = 'application/json; charset=utf-8'

export const answer = (reply: FastifyReply, envelope: Envelope): FastifyReply =>
  reply.header('content-type', JSON_TYPE).send(JSON.stringify(envelope))

/** Every error becomes an envelope; an error that is not a refusal is logged, and the answer shows nothing of it. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // An address that cannot be read comes here before any hook.
  reply.header(REQUEST_ID, request.id)
  if (error instanceof Fail) {
    if (error.status !== 200) reply.header('retry-after', String(waitOf(error)))
    return answer(reply.code(error.status), { code: error.code, message: error.message, data: error.data })
  }
  const status = (error as { statusCode?: number }).statusCode
  if (status === 413) return answer(reply.code(413), { code: CODE.badRequest, message: SERVER_TEXT.tooLarge })
  if (status !== undefined && status >= 400 && status < 500) {
    return answer(reply.code(isCall(request) ? 200 : status), {
      code: CODE.badRequest,
      message: SERVER_TEXT.badRequest,
    })
  }
  if (isDatabaseAway(error)) {
    request.log.warn(loggable(error), 'the database is away')
    return answer(reply.code(503).header('retry-after', String(RETRY_AFTER_SECONDS)), {
      code: CODE.fault,
      message: SERVER_TEXT.busy,
    })
  }
  request.log.error(loggable(error), 'a bug')
  return answer(reply.code(500), { code: CODE.fault, message: TEXT.serverError })
}

/** An address that cannot be read has no route. */
export const isCall = (request: FastifyRequest): boolean => request.routeOptions?.config?.call !== undefined

const waitOf = ({ data }: Fail): number =>
  (data as { retry_after?: number } | undefined)?.retry_after ?? RETRY_AFTER_SECONDS

/** An error as the log may have it. A database's error quotes values of rows, so only its names and its place are kept. */
function loggable(error: unknown): object {
  const { code, severity, constraint, routine, stack } = error as Record<string, string | undefined>
  if (!severity) return { err: error }
  return { err: { code, severity, constraint, routine, stack: stack?.split('\n').slice(1).join('\n') } }
}
