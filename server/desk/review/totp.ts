import { randomBytes } from 'node:crypto'
import { base32 } from '@scure/base'
import type { TOTP } from 'otpauth'

/** How many steps of 30 seconds a clock may be off, either way. */
const WINDOW = 1

/** The name that the box of a secret is bound to: moved to another row, the box does not open. */
export const boundTo = (name: string): string => `operator ${name}`

/** A new secret, as applications for codes take it: base32. */
export const newSecret = (): string => base32.encode(randomBytes(SECRET_BYTES))
const SECRET_BYTES = 20

/** The address that such an application reads as a picture. */
export const uriOf = async (name: string, secret: string): Promise<string> => (await totpOf(name, secret)).toString()

/** The step of the clock this code belongs to, or undefined when it is wrong. */
export async function stepOf({ name, secret }: Known, token: string, now: Date): Promise<number | undefined> {
  const totp = await totpOf(name, secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
type Known = { name: string; secret: string }

/** Loaded with the first code: most processes never see an operator. */
async function totpOf(label: string, secret: string): Promise<TOTP> {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({ issuer: '时光胶囊审核台', label, secret: Secret.fromBase32(secret) })
}

/** Tries for passwords and codes together: after a password has leaked this limit protects the six digits. */
export const TRIES_PER_NAME = [{ most: 5, seconds: 900 }]
/** The bucket for guesses from a device that is not known. */
export const STRANGERS = 'operator '
/** The bucket of a signed-in operator: nobody from outside uses it up. */
export const triesAtDesk = (name: string): string => `at the desk, ${name}`
