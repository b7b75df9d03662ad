import { type KeyObject, verify } from 'node:crypto'
import { FalseNews } from '#server/platform/outside/payment.ts'

/** The header of this name, if there is one; headers prove that a message is the platform's. */
export type HeaderOf = (name: string) => string | undefined
type Platform = { platformKeys: ReadonlyMap<string, KeyObject> }

/** How far the platform's clock and ours may differ. */
const MOST_SKEW_MS = 300_000

/** Throws FalseNews unless the platform signed this body, as it came, just now. Answers and notifications alike. */
export function verifySignature({ platformKeys }: Platform, headerOf: HeaderOf, body: Buffer, now: Date): void {
  const [timestamp = '', nonce = '', serial = '', signature = ''] = [
    'wechatpay-timestamp',
    'wechatpay-nonce',
    'wechatpay-serial',
    'wechatpay-signature',
  ].map(headerOf)
  const key = platformKeys.get(serial)
  if (!key) throw new FalseNews('signature', 'a serial that is not known')
  const message = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])
  // The platform probes with wrong signatures on purpose (WECHATPAY/SIGNTEST/…): refused like any other.
  if (!verify('RSA-SHA256', message, key, Buffer.from(signature, 'base64')))
    throw new FalseNews('signature', 'another signature')
  const skew = Math.abs(Number(timestamp) * 1000 - now.getTime())
  if (!(skew <= MOST_SKEW_MS)) throw new FalseNews('late', 'signed at another time')
}
