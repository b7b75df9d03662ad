import type { z } from 'zod'
import { addressAt, awayAt, PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import { readBytes } from '#server/platform/outside/readText.ts'
import type { AppleConfig } from '#server/platform/outside/settings/apple.ts'
import { bearer } from './bearer.ts'

type Question<T> = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  body?: object
  shape: z.ZodType<T>
}
export type Ask = <T>(question: Question<T>) => Promise<T>

/** The App Store says no, by a code of its own, or by the status alone. */
export class Declined extends PlatformRefused {
  readonly code: number | undefined
  constructor(path: string, status: number, code: number | undefined) {
    super(`${path}: ${code ?? `HTTP ${status}`}`)
    this.code = code
  }
}

/** A page of the history is twenty notifications, each with two chains of certificates. */
const MOST_BYTES = 2 * 1024 * 1024
/** Not found just now: an account, an application, a first transaction that are known elsewhere already. */
const RETRYABLE = new Set([4040002, 4040004, 4040006])

/**
 * Asking the App Store's server. The official client has no time limit and follows redirects, with the token. The errors
 * name the path alone: PlatformAway, Declined. An answer carries no signature, only what is within it.
 */
export const appleCalls =
  (config: AppleConfig, now: () => Date, timeoutMs: number): Ask =>
  async ({ method, path, query, body, shape }) => {
    const headers = {
      accept: 'application/json',
      'user-agent': 'time-capsule',
      authorization: `Bearer ${bearer(config, now())}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const sent = { method, headers, body: body ? JSON.stringify(body) : null }
    const { status, answer } = await fetchJson(addressAt(config.url, path, query), sent, timeoutMs).catch((error) => {
      throw awayAt(path, error)
    })
    if (status !== 200) throw declined(path, status, answer)
    const parsed = shape.safeParse(answer)
    if (!parsed.success) throw new PlatformAway(`${path}: an answer of another shape`)
    return parsed.data
  }

async function fetchJson(address: string, sent: RequestInit, timeoutMs: number) {
  // A redirect would carry the token to the server that it names.
  const response = await fetch(address, { ...sent, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  const { status } = response
  if (status >= 500 || status === 429) throw new Error(`HTTP ${status}`)
  const text = (await readBytes(response, MOST_BYTES)).toString()
  return { status, answer: status === 200 ? JSON.parse(text) : refusalIn(text) }
}

function declined(path: string, status: number, answer: unknown): Error {
  const { errorCode } = Object(answer)
  const code = Number.isInteger(errorCode) ? (errorCode as number) : undefined
  if (code !== undefined && RETRYABLE.has(code)) return new PlatformAway(`${path}: ${code}`)
  return new Declined(path, status, code)
}

/** Without a token that is taken there are no words. */
function refusalIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
