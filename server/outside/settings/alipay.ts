import { z } from 'zod'
import { half, plain, whyNotPlatform } from './group.ts'
import { keySetting, laterKey, textOf } from './laterKey.ts'
import { readPrivateKey, readPublicKey } from './rsaKey.ts'

const REQUIRED = ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'] as const

export const environment = {
  ALIPAY_APP_ID: z.string().optional(),
  ALIPAY_SELLER_ID: z.string().optional(),
  ALIPAY_PRIVATE_KEY: keySetting.optional(),
  ALIPAY_PUBLIC_KEY: keySetting.optional(),
  ALIPAY_URL: z.url({ protocol: /^https?$/ }).default('https://openapi.alipay.com/gateway.do'),
}
type Values = z.infer<z.ZodObject<typeof environment>> & { PUBLIC_URL?: string }

/** Keys in PEM: our own as PKCS #8, the platform's as SPKI. */
export type AlipayConfig = {
  appId: string
  sellerId: string
  readonly privateKey: string
  readonly publicKey: string
  url: string
}

export function read(values: Values): AlipayConfig | undefined {
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

export const whyNot = (values: Values): string[] => [
  ...half(values, REQUIRED),
  ...whyNotKeys(values),
  ...plain(values, ['ALIPAY_URL']),
]

export const whyNotInProduction = ({ ALIPAY_APP_ID, ALIPAY_SELLER_ID, PUBLIC_URL }: Values): string[] =>
  whyNotPlatform([ALIPAY_APP_ID, ALIPAY_SELLER_ID], PUBLIC_URL, '支付宝支付')

/** The two are easily taken for each other: the console shows the application's public key beside Alipay's. */
function whyNotKeys(values: Values): string[] {
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
