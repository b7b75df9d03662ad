import type { z } from 'zod'
import { text, url, whyNotPlatform } from './group.ts'
import { keySetting, laterKey, textOf } from './laterKey.ts'
import { readPrivateKey, readPublicKey } from './rsaKey.ts'

const ALL = {
  ALIPAY_APP_ID: text,
  ALIPAY_SELLER_ID: text,
  ALIPAY_PRIVATE_KEY: keySetting.optional(),
  ALIPAY_PUBLIC_KEY: keySetting.optional(),
}

export const environment = {
  ...ALL,
  ALIPAY_URL: url.default('https://openapi.alipay.com/gateway.do'),
}
type AlipayEnvironment = z.infer<z.ZodObject<typeof environment>> & { PUBLIC_URL?: string }

export const together = [{ all: ALL }]

/** Keys in PEM: our own as PKCS #8, the platform's as SPKI. */
export type AlipayConfig = {
  appId: string
  sellerId: string
  readonly privateKey: string
  readonly publicKey: string
  url: string
}

export function read(values: AlipayEnvironment): AlipayConfig | undefined {
  const { ALIPAY_APP_ID: appId, ALIPAY_SELLER_ID: sellerId, ALIPAY_URL: url } = values
  if (!appId || !sellerId || !values.ALIPAY_PRIVATE_KEY || !values.ALIPAY_PUBLIC_KEY) return undefined
  const privateKey = laterKey(values.ALIPAY_PRIVATE_KEY, (text) => readPrivateKey(text)!.pem)
  const publicKey = laterKey(values.ALIPAY_PUBLIC_KEY, (text) => readPublicKey(text)!.pem)
  return {
    appId,
    sellerId,
    get privateKey() {
      return privateKey()
    },
    get publicKey() {
      return publicKey()
    },
    url,
  }
}

export const whyNotInProduction = ({ ALIPAY_APP_ID, ALIPAY_SELLER_ID, PUBLIC_URL }: AlipayEnvironment): string[] =>
  whyNotPlatform([ALIPAY_APP_ID, ALIPAY_SELLER_ID], PUBLIC_URL, '支付宝支付')

/** The two are easily taken for each other: the console shows the application's public key beside Alipay's. */
export function whyNot(values: AlipayEnvironment): string[] {
  const [privateText, publicText] = [textOf(values.ALIPAY_PRIVATE_KEY), textOf(values.ALIPAY_PUBLIC_KEY)]
  const privateKey = privateText && readPrivateKey(privateText)
  const publicKey = publicText && readPublicKey(publicText)
  const wrong = (name: string) => `${name} 必须是 2048 位以上的 RSA 密钥（PEM、base64 或文件路径）`
  return [
    ...(privateText && !privateKey ? [wrong('ALIPAY_PRIVATE_KEY')] : []),
    ...(publicText && !publicKey ? [wrong('ALIPAY_PUBLIC_KEY')] : []),
    ...(privateKey && publicKey && privateKey.publicPem === publicKey.pem
      ? ['ALIPAY_PUBLIC_KEY 应是支付宝公钥，而不是应用公钥']
      : []),
  ]
}
