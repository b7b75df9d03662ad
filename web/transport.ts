import type { CallName } from '#contract/calls.ts'
import { type Envelope, TEXT } from '#contract/codes.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { Source } from './source.ts'
import { newKey } from './ui/newKey.ts'
import { wire } from './wire.ts'

/** `code` of a call that got no usable answer: whether the server acted is not known. */
export const NO_ANSWER = 0
/** Whoever stands before the server says these too, when the server may have acted all the same. */
const SILENT: readonly number[] = [502, 503, 504]
const BUG = 500

/** A call that did not succeed; `message` is ready to show. */
export class CallError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.data = data
  }
}

export type Sending = {
  token: string | undefined
  source: Source
  /** Of a call that is done once: keep it for as long as there is no answer. Without one this sending has its own. */
  key?: string
  signal?: AbortSignal
  /** Nothing is done by it. What may have been done is not said to have reached nobody. */
  reading?: boolean
}

export const isOnce = (name: CallName): boolean => 'once' in wire[name]

/**
 * Sends a call of the contract and gives its envelope; throws a `CallError` with `NO_ANSWER` when there is none. What is
 * done once is sent once more after a bug of the server, under the same key.
 */
export async function post(name: CallName, input: unknown, sending: Sending): Promise<Envelope> {
  if (!isOnce(name)) return (await send(name, input, sending)).envelope
  const keyed = { ...sending, key: sending.key ?? newKey() }
  const first = await send(name, input, keyed)
  return first.status === BUG ? (await send(name, input, keyed)).envelope : first.envelope
}

async function send(name: CallName, input: unknown, { token, source, key, signal: outer, reading }: Sending) {
  const { signal, done } = withTimeout(outer)
  try {
    const response = await fetch(wire[name].path, {
      method: 'POST',
      signal,
      headers: {
        'Content-Type': 'application/json',
        source,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(key && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(input ?? {}),
    })
    return { status: response.status, envelope: await readEnvelope(response) }
  } catch (error) {
    if (error instanceof CallError || outer?.aborted) throw error
    if (signal.aborted) throw new CallError(NO_ANSWER, TEXT.timedOut)
    throw new CallError(NO_ANSWER, !navigator.onLine ? TEXT.offline : reading ? TEXT.unreachable : TEXT.network)
  } finally {
    done()
  }
}

async function readEnvelope(response: Response): Promise<Envelope> {
  const body: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined
    throw error
  })
  const envelope = typeof body === 'object' && body !== null && 'code' in body ? (body as Envelope) : undefined
  if (SILENT.includes(response.status)) throw new CallError(NO_ANSWER, envelope?.message ?? TEXT.unreachable)
  if (!envelope) throw new CallError(NO_ANSWER, TEXT.serverError)
  return envelope
}

function withTimeout(outer: AbortSignal | undefined) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, REQUEST_TIMEOUT_MS)
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort)
  const done = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, done }
}
