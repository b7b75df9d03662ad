import type { z } from 'zod'
import { NICKNAME_MAX_CHARS } from '#contract/limits.ts'
import { visible } from '#contract/visible.ts'
import { readText } from './readText.ts'

/** Whose account it is, as the platform says. `subject` is the platform's for ever; the nickname may be empty. */
export type Identity = { subject: string; nickname: string; sex: '' | '0' | '1' }

/** The platform says no: a code or token that is wrong, used, late, or another app's or person's. */
export class PlatformRefused extends Error {}
/** No answer that can be used: none in time, a fault on their side, or nonsense. */
export class PlatformAway extends Error {}
/** No answer at all: nothing came in time, or no connection held. A refusal or a fault on their side is an answer. */
export class PlatformSilent extends PlatformAway {}

/** For a whole conversation, since somebody waits for its end. */
export const PLATFORM_TIMEOUT_MS = 10_000

type Manners = {
  baseUrl: string
  timeoutMs: number
  /** The field of an answer that tells of an error, other than 0. */
  errorField: string
  /** Errors that say nothing about who asks: busy, or asked too often. */
  busy: ReadonlySet<number>
}
type Question<T> = { query?: Record<string, string>; form?: Record<string, string>; shape: z.ZodType<T> }

/** Asks a platform one thing after another. The errors name the path alone: addresses and answers hold secrets. */
export function conversation({ baseUrl, timeoutMs, errorField, busy }: Manners) {
  const signal = AbortSignal.timeout(timeoutMs)
  return async <T>(path: string, { query, form, shape }: Question<T>): Promise<T> => {
    const { ok, answer } = await fetchJson(addressAt(baseUrl, path, query), { form, signal }).catch(
      (error: unknown) => {
        throw awayAt(path, error)
      },
    )
    const code = errorCode(answer, errorField)
    if (code !== 0) throw new (busy.has(code) ? PlatformAway : PlatformRefused)(`${path}: ${errorField} ${code}`)
    if (!ok) throw new PlatformAway(`${path}: refused without a word`)
    const parsed = shape.safeParse(answer)
    if (!parsed.success) throw new PlatformAway(`${path}: an answer of another shape`)
    return parsed.data
  }
}

/** An address at a platform; the parameters keep their order, which WeChat insists on. */
export function addressAt(baseUrl: string, path: string, query: Record<string, string> = {}): string {
  const params = new URLSearchParams(query).toString()
  return `${baseUrl.replace(/\/+$/, '')}${path}${params && `?${params}`}`
}

type Request = { form: Record<string, string> | undefined; signal: AbortSignal }

async function fetchJson(address: string, { form, signal }: Request): Promise<{ ok: boolean; answer: unknown }> {
  const posted = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
  // A redirect would carry secrets to the server that it names.
  const response = await fetch(address, { ...posted, redirect: 'error', signal })
  const text = await readText(response)
  if (response.status >= 500 || response.status === 429) throw new Error(`HTTP ${response.status}`)
  return { ok: response.ok, answer: JSON.parse(text) }
}

/** The error for a request to this path that got no usable answer. */
export function awayAt(path: string, error: unknown): PlatformAway {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  const isSilence = name === 'TimeoutError' || name === 'AbortError' || cause?.code !== undefined
  return new (isSilence ? PlatformSilent : PlatformAway)(`${path}: ${reasonOf(error)}`)
}

/** The reason of a failure, in words that hold nothing of the question or the answer: the parser's own would quote it. */
export function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'no JSON'
  const { message, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}

function errorCode(answer: unknown, field: string): number {
  const code = Number((answer as Record<string, unknown> | null)?.[field] ?? 0)
  return Number.isInteger(code) ? code : 0
}

/** A name of theirs as one of ours: nothing hidden in it, not too long; '' when nothing is left. */
export const cleanNickname = (name: string): string => visible([...visible(name)].slice(0, NICKNAME_MAX_CHARS).join(''))
