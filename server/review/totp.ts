import { Secret, TOTP } from 'otpauth'

/** How many steps of 30 seconds a clock may be off, either way. */
const WINDOW = 1

/** What the box of a secret is bound to: moved to another row, it does not open. */
export const boundTo = (name: string): string => `operator ${name}`

export const totpOf = (name: string, secret: string): TOTP =>
  new TOTP({ issuer: '时光胶囊审核台', label: name, secret: Secret.fromBase32(secret) })

/** The step of the clock this code belongs to, or undefined when it is wrong. */
export function stepOf(totp: TOTP, token: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp.validate({ token, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

export const SECRET_BYTES = 20
/** Of passwords and codes together: after a password has leaked this is what stands before the six digits. */
export const TRIES_PER_NAME = [{ most: 5, seconds: 900 }]
/** Where guesses of whoever is not known on a device count. */
export const STRANGERS = 'operator '
/** Of who is signed in: nobody from outside uses those up. */
export const triesAtDesk = (name: string): string => `at the desk, ${name}`
