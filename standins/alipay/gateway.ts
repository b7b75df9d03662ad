import type { KeyObject } from 'node:crypto'
import type { Answer, StandinRequest } from '../http.ts'
import { contentOf, type Fields, isSigned, signed } from './sign.ts'
import { fromChina } from './time.ts'
import type { Biz } from './trades.ts'

const AHEAD_MS = 10 * 60_000
const BEHIND_MS = 10 * 60_000
/** A page's address may lie about for as long as an order can be paid. */
const PAGE_BEHIND_MS = 3 * 3_600_000

export type Call = { method: string; fields: Fields; biz: Biz }
export type GatewayAnswer = Partial<Record<string, string>>

/** A page is opened by its address alone; what is posted to it is the cashier's own form. */
export const isPage = (method: string | null): boolean => /\.(?:page|wap)\.pay$/.test(method ?? '')

export const callOf = ({ query, form }: StandinRequest): Call => {
  const posted = isPage(query.get('method')) ? [] : form
  const fields = Object.fromEntries([...query, ...posted])
  return { method: fields.method ?? '', fields, biz: bizOf(fields.biz_content) }
}

function bizOf(text = '{}'): Biz {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

type Door = { appId: string; merchantKey: () => KeyObject; now: () => number }

/** Why the gateway lets nobody in: before any business, and in this order. */
export function whyNotCall({ method, fields }: Call, { appId, merchantKey, now }: Door): string | undefined {
  if (fields.app_id !== appId) return 'isv.invalid-app-id'
  if (fields.sign_type !== 'RSA2') return 'isv.invalid-signature-type'
  if (fields.charset?.toLowerCase() !== 'utf-8') return 'isv.invalid-charset'
  if (fields.version !== '1.0') return 'isv.invalid-version'
  if (!isSigned(contentOf(fields, ['sign']), fields.sign ?? '', merchantKey())) return 'isv.invalid-signature'
  const ahead = fromChina(fields.timestamp ?? '') - now()
  const behindMs = isPage(method) ? PAGE_BEHIND_MS : BEHIND_MS
  return ahead <= AHEAD_MS && -ahead <= behindMs ? undefined : 'isv.invalid-timestamp'
}

/** The answer and its signature; the signature is over these very characters. */
export function spoken(method: string, said: GatewayAnswer, privateKey: KeyObject): Answer {
  const key = `${method.replaceAll('.', '_')}_response`
  const text = around(key, JSON.stringify(coded(said)), privateKey)
  return { text, headers: { 'content-type': 'text/html;charset=utf-8' } }
}

/** The signed form of an answer that was rewritten. */
export function signedAgain(text: string, privateKey: KeyObject): string {
  const [, key, body] = /^\{"(\w+)":(\{.*\}),"sign":"[^"]*"\}$/s.exec(text)!
  return around(key!, body!, privateKey)
}

const around = (key: string, body: string, privateKey: KeyObject): string =>
  `{"${key}":${body},"sign":"${signed(body, privateKey)}"}`

/** A caller that the gateway does not know is answered without a signature. */
export const unsigned = (sub_code: string): Answer => ({ json: { error_response: coded({ sub_code }) } })

function coded(said: GatewayAnswer): object {
  if (said.sub_code?.startsWith('isv.')) return { code: '40002', msg: 'Invalid Arguments', ...said }
  if (said.sub_code) return { code: '40004', msg: 'Business Failed', ...said }
  // Tokens come without a code.
  return said.access_token ? said : { code: '10000', msg: 'Success', ...said }
}
