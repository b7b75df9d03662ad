import type { z } from 'zod'
import { formatChina } from '#contract/time.ts'
import { FalseNews } from '#server/platform/outside/payment.ts'
import { awayAt, PLATFORM_TIMEOUT_MS, PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import { readText } from '#server/platform/outside/readText.ts'
import type { AlipayConfig } from '#server/platform/outside/settings/alipay.ts'
import { type Fields, isSigned, withSign } from './sign.ts'

/** One call's answer, then a signature over it exactly as it was written. */
const SIGNED =
  /^\s*\{\s*"(\w+)"\s*:\s*(\{.*\})\s*,\s*(?:"alipay_cert_sn"\s*:\s*"\w*"\s*,\s*)?"sign"\s*:\s*"([\w+/=\\]+)"\s*\}\s*$/s
/** The fields that travel in the body; the rest go in the address, where the platform looks for the charset first. */
const IN_BODY = new Set(['biz_content', 'grant_type', 'code'])
/** Codes that answer nothing: the platform or a system behind it is out of order. */
const BUSY = new Set(['20000', 'ACQ.SYSTEM_ERROR', 'isp.unknow-error', 'aop.unknow-error', 'aop.ACQ.SYSTEM_ERROR'])
/** Codes of theirs as they may stand in a log. */
const CODE = /^[\w.-]{1,80}$/

type Biz = Record<string, string>
type Wish = { biz?: Biz; notifyUrl?: string; returnUrl?: string; params?: Fields }
type Question<T> = Omit<Wish, 'returnUrl'> & { shape: z.ZodType<T> }
/** `code` is the platform's own word for why not. */
export type Answered<T> = { ok: true; answer: T } | { ok: false; code: string }

export type Gateway = ReturnType<typeof makeGateway>

/**
 * Asks without the official client, which the tests compare with instead. Its `exec` with `validateSign` checks one part of
 * an answer and returns another (the last of two equal keys), and its time limit begins anew with each byte that drips in
 * (both tried with 4.14.0). Only the signature is left, which is not worth the HTTP client that comes with it.
 */
export function makeGateway(config: AlipayConfig, now: () => Date, timeoutMs = PLATFORM_TIMEOUT_MS) {
  const fieldsOf = (method: string, { biz, notifyUrl, returnUrl, params }: Wish): Fields => {
    const fields = {
      method,
      app_id: config.appId,
      charset: 'utf-8',
      version: '1.0',
      sign_type: 'RSA2',
      // China's, whatever the zone of this machine.
      timestamp: formatChina(now()),
      ...(notifyUrl ? { notify_url: notifyUrl } : {}),
      ...(returnUrl ? { return_url: returnUrl } : {}),
      ...params,
      ...(biz ? { biz_content: JSON.stringify(biz) } : {}),
    }
    return withSign(fields, config.privateKey)
  }

  /** An address that a browser opens. */
  const pageUrl = (method: string, wish: Wish): string => `${config.url}?${queryOf(fieldsOf(method, wish))}`

  /** Throws PlatformAway and FalseNews; what the platform refuses is an answer too. */
  async function tryAsk<T>(method: string, { shape, ...wish }: Question<T>): Promise<Answered<T>> {
    const fields = Object.entries(fieldsOf(method, wish))
    const part = (inBody: boolean) => Object.fromEntries(fields.filter(([name]) => IN_BODY.has(name) === inBody))
    const url = `${config.url}?${queryOf(part(false))}`
    const text = await post(url, new URLSearchParams(part(true)), timeoutMs).catch((error: unknown) => {
      throw awayAt(method, error)
    })
    return answerOf(method, text, { shape, publicKey: config.publicKey })
  }

  /** Throws PlatformRefused as well. */
  async function ask<T>(method: string, question: Question<T>): Promise<T> {
    const answered = await tryAsk(method, question)
    if (!answered.ok) throw new PlatformRefused(`${method}: ${answered.code}`)
    return answered.answer
  }

  return { pageUrl, tryAsk, ask }
}

const queryOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

async function post(url: string, body: URLSearchParams, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { method: 'POST', body, redirect: 'error', signal })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return readText(response)
}

type Trust<T> = { shape: z.ZodType<T>; publicKey: string }

function answerOf<T>(method: string, text: string, { shape, publicKey }: Trust<T>): Answered<T> {
  const [, key, signed = '', sign = ''] = SIGNED.exec(text) ?? []
  if (key !== `${method.replaceAll('.', '_')}_response`) throw new PlatformAway(`${method}: ${unsignedCode(text)}`)
  if (!isSigned(Buffer.from(signed), sign.replaceAll('\\', ''), publicKey)) throw new FalseNews('signature', method)
  // Parses exactly the text that was signed.
  const fields = parse(signed)
  const code = refusalOf(fields)
  if (code !== undefined && BUSY.has(code)) throw new PlatformAway(`${method}: ${code}`)
  if (code !== undefined) return { ok: false, code }
  const parsed = shape.safeParse(fields)
  if (!parsed.success) throw new FalseNews('shape', method)
  return { ok: true, answer: parsed.data }
}

/** Some answers, like that to `system.oauth.token`, carry a code only when something is wrong. */
function refusalOf({ code, sub_code }: Record<string, unknown>): string | undefined {
  if (code === undefined || code === '10000') return undefined
  return code === '20000' ? code : label(sub_code ?? code)
}

/** Only for the log: an unsigned answer decides nothing. */
function unsignedCode(text: string): string {
  const [fields] = Object.values(parse(text))
  const { sub_code, code } = Object(fields) as { sub_code?: unknown; code?: unknown }
  return `an answer without a signature (${label(sub_code ?? code)})`
}

const label = (code: unknown): string => (CODE.test(String(code)) ? String(code) : 'no code')

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
