import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import type { CallName } from '#contract/calls.ts'
import { CODE, type Envelope, SERVER_TEXT, TEXT } from '#contract/codes.ts'
import { ROLE_MISSING } from '#contract/desk.ts'
import { ALIKE_SECONDS } from '#contract/limits.ts'
import { findCaller } from '#server/account/sessions.ts'
import { askerOf } from '#server/asker.ts'
import type { Context, EitherContext, Once, OperatorContext, Services, UserContext } from '#server/context.ts'
import { Fail, isDatabaseAway } from '#server/fail.ts'
import { handlers } from '#server/handlers.ts'
import { atItsGate } from '#server/media/atItsGate.ts'
import { findOperator } from '#server/review/sessions.ts'
import { network } from '#server/tries.ts'
import type { StepAside } from '#server/turns.ts'
import { findHolder } from '#server/unseal/linkJwt.ts'
import type { Admission } from './admission.ts'
import { cookiesOf } from './cookies.ts'
import { parse } from './parse.ts'
import { REQUEST_ID } from './requestId.ts'

const KEY = /^[\x21-\x7e]{1,128}$/
const RETRY_AFTER_SECONDS = 5

type Asked = Pick<Call, 'alike' | 'anew'> & { call: CallName; input: unknown }
/** `heads`: of every answer of a call, name and value in turn. */
type Door = { services: Services; admit: Admission; heads: string[] }
type AnyHandler = (context: Context, input: unknown) => Promise<object | null>

/** One call from request to envelope, once it is let in: who asks → may they → parse → handler. */
export function dispatch(door: Door, name: CallName, call: Call) {
  const { services, admit, heads } = door
  const handler = handlers[name] as AnyHandler
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const data = await admit(async (stepAside) => {
      const context = contextOf(services, request, reply)
      letWait(context, stepAside)
      await askWho(context, call, request.headers.authorization)
      const input = parse(call.input, request.body)
      if (call.once) context.once = onceOf(services, request, { ...call, call: name, input })
      const data = await handler(context, input)
      services.writings.note(name, (context as Partial<UserContext>).caller?.userId, {
        input,
        data,
        once: context.once,
      })
      return data
    })
    sendWell(request, reply, { heads, envelope: { code: CODE.ok, data } })
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

function contextOf(services: Services, request: FastifyRequest, reply: FastifyReply): Context {
  const context = askerOf(services, request) as Context
  context.once = undefined
  context.cookies = cookiesOf(services.config, request, reply)
  return context
}

/** How this call waits for platforms: without its place at the door, and in a crowd with whoever asks as well. */
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

/** What was asked is kept as a keyed hash: it may hold answers, and nobody must be able to try them against it. */
function onceOf({ keys }: Services, request: FastifyRequest, { call, alike, anew, input }: Asked): Once | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined && !alike) return undefined
  const requestHash = keys.hmac('request', JSON.stringify(without(input, anew)))
  if (key === undefined) return alikeOf(call, requestHash)
  if (typeof key !== 'string' || !KEY.test(key)) throw new Fail(CODE.badRequest, '请求头 Idempotency-Key 不正确')
  return { key, call, requestHash }
}

const without = (input: unknown, names: readonly string[] | undefined): unknown =>
  names ? { ...(input as object), ...Object.fromEntries(names.map((name) => [name, undefined])) } : input

/** What was asked is its own key, which no client can send: theirs have no space. */
const alikeOf = (call: CallName, requestHash: Buffer): Once => ({
  key: `${call} ${requestHash.toString('base64url')}`,
  call,
  requestHash,
  forSeconds: ALIKE_SECONDS,
})

/**
 * What went well goes to the socket as it is: on Fastify's own way each head is looked at several times over, which is a tenth of
 * an empty call. No hook sees it before it is sent; cookies come along, and hooks after the answer are told as ever.
 */
function sendWell({ id }: FastifyRequest, reply: FastifyReply, { heads, envelope }: Well): void {
  const text = JSON.stringify(envelope)
  const all = [...heads, REQUEST_ID, id, 'content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(text))]
  // Nothing else is ever set on the way (cookies.ts).
  if (reply.hasHeader(COOKIE)) all.push(COOKIE, reply.getHeader(COOKIE) as string)
  reply.hijack()
  reply.raw.writeHead(200, all)
  reply.raw.end(text)
}
type Well = { heads: string[]; envelope: Envelope }
const COOKIE = 'set-cookie'
const JSON_TYPE = 'application/json; charset=utf-8'

export const answer = (reply: FastifyReply, envelope: Envelope): FastifyReply =>
  reply.header('content-type', JSON_TYPE).send(JSON.stringify(envelope))

/** Every error becomes an envelope; what is not a refusal is logged and shows nothing of itself. */
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
    return answer(reply.code(isCall(request) ? 200 : status), { code: CODE.badRequest, message: SERVER_TEXT.notJson })
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

/** What the log may know. A database's error quotes the values it met, so only its names and its place are kept. */
function loggable(error: unknown): object {
  const { code, severity, constraint, routine, stack } = error as Record<string, string | undefined>
  if (!severity) return { err: error }
  return { err: { code, severity, constraint, routine, stack: stack?.split('\n').slice(1).join('\n') } }
}
