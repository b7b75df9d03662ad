import { randomBytes } from 'node:crypto'
import { addressAt, awayAt, PlatformAway, PlatformRefused, reasonOf } from '#server/platform/outside/platform.ts'
import { readBytes } from '#server/platform/outside/readText.ts'
import type { WxpayConfig } from '#server/platform/outside/settings/wxpay.ts'
import { authorization } from './sign.ts'
import { verifySignature } from './verify.ts'

export type Question = { method: 'GET' | 'POST'; path: string; query?: Record<string, string>; body?: object }
type Limits = { timeoutMs: number; mostBytes: number }
type Answered = { status: number; headers: Headers; body: Buffer }

/** The platform says no, by a code of its own. Refusals are not signed: no money fact may follow from one. */
export class Declined extends PlatformRefused {
  readonly code: string
  constructor(path: string, code: string) {
    super(`${path}: ${code}`)
    this.code = code
  }
}

const MOST_BYTES = 64 * 1024
const BILL_LIMITS = { timeoutMs: 60_000, mostBytes: 64 * 1024 * 1024 }
/** Their codes have no room for anything of a question. */
const CODE = /^[A-Z_]{1,40}$/
const PUBLIC_KEY_ID = /^PUB_KEY_ID_/

/** Asking WeChat Pay. The errors name the path alone: PlatformAway, Declined, FalseNews. */
export function wxpayCalls(config: WxpayConfig, now: () => Date, timeoutMs: number) {
  /** The answer, verified over the body as it came – an empty one as well. */
  const ask = async (question: Question): Promise<unknown> => {
    const { headers, body, status } = await send(config, now, question, { timeoutMs, mostBytes: MOST_BYTES })
    if (status !== 200 && status !== 204) throw new Declined(question.path, codeIn(body) ?? `HTTP ${status}`)
    verifySignature(config, (name) => headers.get(name) ?? undefined, body, now())
    return jsonIn(question.path, body)
  }
  /** A file that answers name. It carries no signature; who asked for it knows its hash. */
  const download = async (path: string, query: Record<string, string>): Promise<Buffer> => {
    const { body, status } = await send(config, now, { method: 'GET', path, query }, BILL_LIMITS)
    if (status !== 200) throw new Declined(path, codeIn(body) ?? `HTTP ${status}`)
    return body
  }
  return { ask, download }
}

async function send(
  config: WxpayConfig,
  now: () => Date,
  { method, path, query, body }: Question,
  { timeoutMs, mostBytes }: Limits,
): Promise<Answered> {
  const url = new URL(addressAt(config.url, path, query))
  const text = body ? JSON.stringify(body) : ''
  const headers = headersOf(config, now(), { method, target: url.pathname + url.search, body: text })
  try {
    // A redirect would carry our request to the server that it names.
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method, headers, body: text || null, redirect: 'error', signal })
    if (response.status >= 500 || response.status === 429) throw new Error(`HTTP ${response.status}`)
    return { status: response.status, headers: response.headers, body: await readBytes(response, mostBytes) }
  } catch (error) {
    throw awayAt(path, error)
  }
}

function headersOf(config: WxpayConfig, at: Date, asked: { method: string; target: string; body: string }) {
  const nonce = randomBytes(16).toString('hex')
  const timestamp = Math.floor(at.getTime() / 1000)
  // Says which key the answer is to be signed with; without it merchants with an old certificate get that one's.
  const publicKeyId = [...config.platformKeys.keys()].find((serial) => PUBLIC_KEY_ID.test(serial))
  return {
    accept: 'application/json',
    'user-agent': 'time-capsule',
    authorization: authorization(config, { ...asked, nonce, timestamp }),
    ...(asked.body ? { 'content-type': 'application/json' } : {}),
    ...(publicKeyId ? { 'wechatpay-serial': publicKeyId } : {}),
  }
}

function jsonIn(path: string, body: Buffer): unknown {
  try {
    return body.length > 0 ? JSON.parse(body.toString()) : null
  } catch (error) {
    throw new PlatformAway(`${path}: ${reasonOf(error)}`)
  }
}

function codeIn(body: Buffer): string | undefined {
  try {
    const { code } = Object(JSON.parse(body.toString()))
    return CODE.test(code) ? code : undefined
  } catch {
    return undefined
  }
}
