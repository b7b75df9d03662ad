import { createCipheriv, type KeyObject, randomBytes, sign as signBytes, verify as verifyBytes } from 'node:crypto'
import type { StandinRequest } from '#standins/http.ts'
import { type Pair, pairWhenNeeded, privatePem, publicPem } from '#standins/rsa.ts'

const AUTHORIZATION = 'WECHATPAY2-SHA256-RSA2048 '
const MOST_SKEW_SECONDS = 300
const CERTIFICATE = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
const PUBLIC_KEY = 'PUB_KEY_ID_0119000000012026112200192079000000'
const ASSOCIATED_DATA = 'transaction'

export type WxpayKeys = ReturnType<typeof makeWxpayKeys>
/** How a message is signed when it is not as it should be: at another time, under another serial, or wrongly. */
export type Signing = { serial?: string; at?: number; isTrue?: boolean }

/** The merchant's key and two of the platform's – its certificate's and its public key –, as long as we run. */
export function makeWxpayKeys(now: () => number) {
  const merchant = { id: 'sandbox1900000001', appId: 'sandboxwxpay', serial: '3775B6A45ACD588826D15E583A95F5DD' }
  const [own, certificate, publicKey] = [pairWhenNeeded(), pairWhenNeeded(), pairWhenNeeded()]
  const platform: Record<string, () => Pair> = { [CERTIFICATE]: certificate, [PUBLIC_KEY]: publicKey }
  const apiV3Key = randomBytes(16).toString('hex')

  /** The headers that say a body is the platform's. */
  const sign = (text: string, { serial = PUBLIC_KEY, at = now(), isTrue = true }: Signing = {}) => {
    const timestamp = String(Math.floor(at / 1000))
    const nonce = randomBytes(16).toString('hex')
    const signature = base64Signature(`${timestamp}\n${nonce}\n${text}\n`, (platform[serial] ?? publicKey)().privateKey)
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
      // How the platform probes whether a merchant looks at signatures at all.
      'wechatpay-signature': isTrue ? signature : `WECHATPAY/SIGNTEST/${signature}`,
    }
  }
  /** The request decides which key signs the answer. */
  const serialFor = ({ headers }: StandinRequest) =>
    headers['wechatpay-serial'] === PUBLIC_KEY ? PUBLIC_KEY : CERTIFICATE
  const isSigned = ({ headers, target, body }: StandinRequest, method: string): boolean => {
    const given = fieldsOf(headers.authorization ?? '')
    if (given.mchid !== merchant.id || given.serial_no !== merchant.serial) return false
    if (!(Math.abs(Number(given.timestamp) - now() / 1000) <= MOST_SKEW_SECONDS)) return false
    const message = `${method}\n${target}\n${given.timestamp}\n${given.nonce_str}\n${body}\n`
    const signature = Buffer.from(given.signature ?? '', 'base64')
    return verifyBytes('RSA-SHA256', Buffer.from(message), own().publicKey, signature)
  }
  /** `alter` changes what is sealed before it is signed: ciphertext, and the tag in its last 16 bytes. */
  const seal = (told: object, alter = (sealed: Buffer) => sealed) => {
    const nonce = randomBytes(6).toString('hex')
    const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce).setAAD(Buffer.from(ASSOCIATED_DATA))
    const sealed = Buffer.concat([cipher.update(JSON.stringify(told)), cipher.final(), cipher.getAuthTag()])
    const ciphertext = alter(sealed).toString('base64')
    return { algorithm: 'AEAD_AES_256_GCM', ciphertext, associated_data: ASSOCIATED_DATA, nonce }
  }
  const env = {
    WXPAY_MCHID: merchant.id,
    WXPAY_APP_ID: merchant.appId,
    WXPAY_MERCHANT_SERIAL: merchant.serial,
    WXPAY_MERCHANT_KEY: () => privatePem(own()),
    WXPAY_API_V3_KEY: apiV3Key,
    WXPAY_PLATFORM_KEYS: () =>
      JSON.stringify(Object.fromEntries(Object.entries(platform).map(([serial, pair]) => [serial, publicPem(pair())]))),
  }
  return { merchant, env, sign, serialFor, isSigned, seal }
}

const base64Signature = (text: string, key: KeyObject): string =>
  signBytes('RSA-SHA256', Buffer.from(text), key).toString('base64')

function fieldsOf(header: string): Record<string, string | undefined> {
  if (!header.startsWith(AUTHORIZATION)) return {}
  return Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
}
