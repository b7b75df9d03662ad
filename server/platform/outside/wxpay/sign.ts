import { type KeyObject, sign } from 'node:crypto'

type Signer = { merchantId: string; merchantSerial: string; merchantKey: KeyObject }
/** `target` is path and query as they go out, `timestamp` in seconds. */
export type Signed = { method: string; target: string; timestamp: number; nonce: string; body: string }

/** The Authorization header of a request. */
export function authorization(
  { merchantId, merchantSerial, merchantKey }: Signer,
  { method, target, timestamp, nonce, body }: Signed,
): string {
  const message = `${method}\n${target}\n${timestamp}\n${nonce}\n${body}\n`
  const signature = sign('RSA-SHA256', Buffer.from(message), merchantKey).toString('base64')
  const fields = { mchid: merchantId, serial_no: merchantSerial, timestamp, nonce_str: nonce, signature }
  const list = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${list.join()}`
}
