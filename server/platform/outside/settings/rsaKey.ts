import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { textOrFile } from './pem.ts'

const LEAST_BITS = 2048
/** How every RSA key begins in DER, as base64 writes it. */
const BARE = /^MII[A-Za-z0-9+/=\s]+$/

/** From PEM, bare base64 or a path to either; undefined when that is no key for RSA2. */
export function readPrivateKey(setting: string): { pem: string; publicPem: string } | undefined {
  const key = firstThat(setting, (text) => [
    () => createPrivateKey(text),
    ...(['pkcs8', 'pkcs1'] as const).map((type) => () => createPrivateKey({ key: der(text), format: 'der', type })),
  ])
  if (!key) return undefined
  return { pem: key.export({ type: 'pkcs8', format: 'pem' }).toString(), publicPem: spki(createPublicKey(key)) }
}

export function readPublicKey(setting: string): { pem: string } | undefined {
  // Node makes a public key from a private one without a word; here it would be somebody's mistake.
  const key = firstThat(setting, (text) => [
    () => (text.includes('PRIVATE KEY') ? undefined : createPublicKey(text)),
    ...(['spki', 'pkcs1'] as const).map((type) => () => createPublicKey({ key: der(text), format: 'der', type })),
  ])
  return key && { pem: spki(key) }
}

function firstThat(setting: string, readers: (text: string) => (() => KeyObject | undefined)[]): KeyObject | undefined {
  const text = attempt(() => textOf(setting.trim()))
  if (text === undefined) return undefined
  const key = readers(text).map(attempt).find(Boolean)
  const fits = key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS
  return fits ? key : undefined
}

const textOf = (setting: string): string => (BARE.test(setting) ? setting : textOrFile(setting).toString().trim())

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

const der = (text: string): Buffer => Buffer.from(text, 'base64')
const spki = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()
