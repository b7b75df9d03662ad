import { CODE, type Code, SERVER_TEXT, TEXT } from '#contract/codes.ts'

/** `cause`: the error it stands for, which nobody is shown. */
type Details = { status?: number; data?: object; cause?: unknown }

/** A refusal the caller is meant to read. Everything else that is thrown is a bug. */
export class Fail extends Error {
  readonly code: Code
  readonly status: number
  readonly data: object | undefined
  constructor(code: Code, message: string, { status = 200, data, cause }: Details = {}) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.data = data
  }
}

/** Refused by a rule; the message is ready to show, `data` is for pages that act on the reason. */
export const refuse = (message: string, data?: object): Fail => new Fail(CODE.refused, message, { data })

/** Refused by a rule about one field of the request, as code 1001 names it: pages show the message at that field. */
export const refuseAt = (field: string, message: string): Fail => refuse(message, { field })

/** No such thing – or not the caller's to see: the two answer alike. */
export const missing = (): Fail => new Fail(CODE.missing, TEXT.gone)

/** Throws the rule's own words when a rule gives a reason. */
export function refuseIf(reason: string | undefined): void {
  if (reason) throw refuse(reason)
}

/** Too many tries of one person or target; `retryAfter` in seconds. */
export const tooManyTries = (retryAfter: number): Fail =>
  new Fail(CODE.tooManyTries, SERVER_TEXT.tooOften, { data: { retry_after: Math.max(1, Math.ceil(retryAfter)) } })

/** A flood from one address; `retryAfter` in seconds. */
export const flood = (retryAfter = 5): Fail =>
  new Fail(CODE.tooManyTries, SERVER_TEXT.tooOften, {
    status: 429,
    data: { retry_after: Math.max(1, Math.ceil(retryAfter)) },
  })

/** Overload, or the database is away: 503 with Retry-After. */
export const busy = (cause?: unknown): Fail => new Fail(CODE.fault, SERVER_TEXT.busy, { status: 503, cause })

const AWAY = /^(08|53|57|58|25006|25P03|55P03|40001|40P01)|^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|ENGINE_)/

/** The database's own word that it cannot serve now; never decided by reading a message. */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: unknown })?.code
  return typeof code === 'string' && AWAY.test(code)
}

/** A unique key that is taken already (SQLSTATE 23505), by the constraint's name. */
export function isTaken(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' && name === constraint
}
