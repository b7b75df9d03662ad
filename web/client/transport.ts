import { CODE, type Envelope, TEXT } from '#contract/codes.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { deviceNow, hearDate } from '#web/ui/clock.ts'
import { newKey } from '#web/ui/newKey.ts'
import { toastUntil } from '#web/ui/toast.tsx'
import { type Begun, begin } from './begin.ts'
import { dropBegun, takeBegun } from './begun.ts'
import { waitBefore } from './retryPolicy.ts'
import type { Source } from './source.ts'

/** `code` of a call that got no usable answer: whether the server acted is not known. */
export const NO_ANSWER = 0
/** A proxy before the server answers with these too, when the server may have acted all the same. */
const SILENT: readonly number[] = [502, 503, 504]
const BUG = 500
/** By then a person who pressed something wonders. */
const TOLD_AFTER_MS = 2_000

type More = { data?: unknown; requestId?: string }

/** A call that did not succeed; `message` is ready to show. */
export class CallError extends Error {
  readonly code: number
  readonly data: unknown
  /** Of a fault of the server: the id of its log entry. */
  readonly requestId: string | undefined
  constructor(code: number, message: string, { data, requestId }: More = {}) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.data = data
    this.requestId = requestId
  }
}

/** The sent field that a refusal is about. */
export const fieldOf = ({ data }: CallError): string | undefined => (data as { field?: string } | undefined)?.field

/** The error of this field in a refusal. */
export const wrongIn = (error: CallError | null, field: string): string | undefined =>
  error && fieldOf(error) === field ? error.message : undefined

/** No answer though there is a network: a moment later there may be one. */
class NoResponse extends CallError {
  readonly retryAfterMs: number
  constructor(message: string, { retryAfterMs = 0, requestId }: { retryAfterMs?: number; requestId?: string } = {}) {
    super(NO_ANSWER, message, { requestId })
    this.retryAfterMs = retryAfterMs
  }
}

export type Sending = {
  token: string | undefined
  source: Source
  /** Of a call that is done once: keep the key for as long as there is no answer. Without a key this sending makes its own. */
  key?: string
  signal?: AbortSignal
  /** The call changes nothing. Of a call that may have acted, the error must not say that it reached nobody. */
  reading?: boolean
  /** The caller sends it anew in its own time: it is not repeated here. */
  noRetry?: boolean
  /** Hears of each silence after which the call is sent again. Without it somebody has pressed something, and is told. */
  onNoResponse?: (failure: CallError) => void
}

/** Where a call goes, and whether it only reads or is done once; from the tables of the app, or of the desk. */
type CallTraits = { path: string; reads?: true; once?: true }

/**
 * Sends a call of the contract and gives its envelope; throws a `CallError` with `NO_ANSWER` when there is none. A call
 * that is done once is sent once more after a bug of the server, under the same key.
 */
export async function post(line: CallTraits, input: unknown, sending: Sending): Promise<Answered['envelope']> {
  const body = JSON.stringify(input ?? {})
  if (!line.once) return (await sendPatiently(line, body, sending)).envelope
  const keyed = { ...sending, key: sending.key ?? newKey() }
  const first = await sendPatiently(line, body, keyed)
  return first.status === BUG ? (await sendPatiently(line, body, keyed)).envelope : first.envelope
}

type Answered = { status: number; envelope: Envelope & { requestId?: string } }

/** Shows a toast while a call that somebody has pressed is sent again; a page that reads says so itself (`onNoResponse`). */
function sendPatiently(line: CallTraits, body: string, sending: Sending): Promise<Answered> {
  const began = performance.now()
  let answered: (() => void) | undefined
  const tell = () => {
    answered ??= toastUntil(TEXT.retrying, TOLD_AFTER_MS - (performance.now() - began))
  }
  return sendAgain(line, body, { ...sending, onNoResponse: sending.onNoResponse ?? tell }).finally(() => answered?.())
}

/**
 * A call that only reads or has a key is sent again while there is silence, under the same key, for as long as people wait
 * gladly (docs/decisions/offline.md). No other call is: a code is used up by its first sending, a wrong answer counts each time.
 */
async function sendAgain(line: CallTraits, body: string, sending: Sending): Promise<Answered> {
  const began = performance.now()
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(line, body, sending)
    } catch (error) {
      const mayRepeat = (line.reads || line.once) && !sending.noRetry
      if (!mayRepeat || !(error instanceof NoResponse)) throw error
      const { retryAfterMs } = error
      const wait = waitBefore({ tries, elapsedMs: performance.now() - began, retryAfterMs })
      if (wait === undefined) throw error
      sending.onNoResponse?.(error)
      await pause(wait, sending.signal)
    }
  }
}

async function send({ path, reads }: CallTraits, body: string, sending: Sending): Promise<Answered> {
  const { signal: outer, reading } = sending
  outer?.throwIfAborted()
  if (!reads) dropBegun()
  const begun = (reads && takeBegun(path, body, sending)) || begin(path, body, sending, deviceNow)
  const { isLate, done } = endInTime(begun, outer)
  try {
    const response = await begun.answer
    const envelope = await readEnvelope(response)
    hear(response, begun)
    return { status: response.status, envelope }
  } catch (error) {
    if (error instanceof CallError || outer?.aborted) throw error
    if (isLate()) throw new CallError(NO_ANSWER, TEXT.timedOut)
    if (!navigator.onLine) throw offline()
    throw new NoResponse(reading ? TEXT.unreachable : TEXT.network)
  } finally {
    done()
  }
}

/** Sets the pages' clock by the answer. One of the two clocks stands still while a device sleeps. */
function hear(response: Response, { began, heard = began }: Begun): void {
  const tookMs = Math.max(heard.monotonic - began.monotonic, heard.device - began.device)
  hearDate(response.headers.get('Date'), { tookMs, heardAt: heard.device })
}

const offline = (): CallError => new CallError(NO_ANSWER, TEXT.offline)

async function readEnvelope(response: Response): Promise<Answered['envelope']> {
  const body: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined
    throw error
  })
  const envelope = typeof body === 'object' && body !== null && 'code' in body ? (body as Envelope) : undefined
  const isFault = response.status >= BUG || envelope?.code === CODE.fault
  const requestId = isFault ? (response.headers.get('X-Request-Id') ?? undefined) : undefined
  if (SILENT.includes(response.status)) {
    const retryAfterMs = (Number(response.headers.get('Retry-After')) || 0) * 1000
    throw new NoResponse(envelope?.message ?? TEXT.unreachable, { retryAfterMs, requestId })
  }
  if (!envelope) throw new CallError(NO_ANSWER, TEXT.serverError, { requestId })
  return { ...envelope, requestId }
}

/** Waits, unless nobody wants it any more, or the device finds itself without a network. */
function pause(ms: number, outer: AbortSignal | undefined): Promise<void> {
  const over = new AbortController()
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const abort = () => reject(outer?.reason)
    const { signal } = over
    outer?.addEventListener('abort', abort, { signal })
    window.addEventListener('offline', () => reject(offline()), { signal })
    signal.addEventListener('abort', () => clearTimeout(timer))
    if (outer?.aborted) abort()
  }).finally(() => over.abort())
}

/** Ends the call when nobody wants it any more, or when its time is over, which began with it. */
function endInTime({ began, end }: Begun, outer: AbortSignal | undefined) {
  let late = false
  const left = REQUEST_TIMEOUT_MS - (performance.now() - began.monotonic)
  const timer = setTimeout(() => {
    late = true
    end()
  }, left)
  outer?.addEventListener('abort', end)
  const done = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', end)
  }
  return { isLate: () => late, done }
}
