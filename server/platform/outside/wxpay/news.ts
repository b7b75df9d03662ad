import { createDecipheriv } from 'node:crypto'
import { z } from 'zod'
import { FalseNews, type News } from '#server/platform/outside/payment.ts'
import type { WxpayConfig } from '#server/platform/outside/settings/wxpay.ts'
import { paymentOf, read, refundOf } from './transaction.ts'
import { verifySignature } from './verify.ts'

type Headers = Record<string, string | string[] | undefined>
type Resource = z.infer<typeof resource>

const TAG_BYTES = 16
const resource = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.base64(),
  nonce: z.string().length(12),
  associated_data: z.string().default(''),
})
const envelope = z.object({ event_type: z.string(), resource })

/** A notification of the platform; throws FalseNews. */
export function readNews(config: WxpayConfig, headers: Headers, body: Buffer, now: Date): News {
  verifySignature(config, (name) => one(headers[name]), body, now)
  const { event_type, resource } = read(envelope, jsonOf(body))
  if (event_type === 'TRANSACTION.SUCCESS') return { is: 'paid', payment: paymentOf(config, paidIn(config, resource)) }
  if (event_type === 'REFUND.SUCCESS') return { is: 'refunded', refund: refundOf(config, decrypt(config, resource)) }
  return { is: 'other' }
}

/** Only SUCCESS is a payment, whatever the envelope calls it. */
const paidIn = (config: WxpayConfig, sealed: Resource): unknown =>
  read(z.looseObject({ trade_state: z.literal('SUCCESS') }), decrypt(config, sealed))

function decrypt({ apiV3Key }: WxpayConfig, { ciphertext, nonce, associated_data }: Resource): unknown {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(associated_data))
  try {
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    // final() is the check: without it an altered amount would be read as it stands.
    return jsonOf(Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]))
  } catch (error) {
    throw error instanceof FalseNews ? error : new FalseNews('signature', 'what is sealed was altered')
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new FalseNews('shape', 'no JSON')
  }
}

/** A header that came twice is none. */
const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)
