import { type KeyObject, sign, verify } from 'node:crypto'
import type { Chain } from './chain.ts'

export type Told = Record<string, unknown>
type Signing = {
  alg?: 'ES256' | 'none'
  /** Changes the payload after it was signed. */
  edit?: (payload: Told) => Told
}

const CURVE = { dsaEncoding: 'ieee-p1363' } as const

/** JWS in its compact form, as Apple signs. */
export function signedBy({ key, x5c }: Chain, payload: Told, { alg = 'ES256', edit }: Signing = {}): string {
  const head = encoded({ alg, x5c })
  const content = `${head}.${encoded(payload)}`
  const signature = alg === 'none' ? '' : sign('sha256', Buffer.from(content), { key, ...CURVE }).toString('base64url')
  return `${head}.${encoded(edit ? edit(payload) : payload)}.${signature}`
}

/** Head and claims of a token when this key signed it. */
export function openedBy(key: KeyObject, token: string): { head: Told; claims: Told } | undefined {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), { key, ...CURVE }, bytes)) return undefined
  return { head: decoded(head), claims: decoded(claims) }
}

const encoded = (value: Told): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const decoded = (text: string): Told => JSON.parse(Buffer.from(text, 'base64url').toString())
