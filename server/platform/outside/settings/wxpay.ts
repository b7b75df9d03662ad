import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { text, unreadable, url, whyNotPlatform } from './group.ts'
import { keySetting, laterKey, textOf } from './laterKey.ts'
import { readPrivateKey, readPublicKey } from './rsaKey.ts'

const ALL = {
  WXPAY_MCHID: text,
  WXPAY_APP_ID: text,
  WXPAY_MERCHANT_SERIAL: text,
  WXPAY_MERCHANT_KEY: keySetting.optional(),
  WXPAY_API_V3_KEY: z
    .string()
    .refine((key) => Buffer.byteLength(key) === 32)
    .optional(),
  WXPAY_PLATFORM_KEYS: keySetting.optional(),
}

export const environment = {
  ...ALL,
  WXPAY_URL: url.default('https://api.mch.weixin.qq.com'),
}
type WxpayEnvironment = z.infer<z.ZodObject<typeof environment>> & { PUBLIC_URL?: string }

export const together = [{ all: ALL }]

export const sentences = {
  WXPAY_API_V3_KEY: 'WXPAY_API_V3_KEY 必须是 32 个字符（商户平台的 APIv3 密钥）',
}

export type WxpayConfig = {
  url: string
  merchantId: string
  appId: string
  /** The serial of our certificate, and the key it belongs to. */
  merchantSerial: string
  readonly merchantKey: KeyObject
  apiV3Key: string
  /** The platform's signing keys, by serial: certificates (`5157…`) or public keys (`PUB_KEY_ID_…`), several at a time. */
  readonly platformKeys: ReadonlyMap<string, KeyObject>
}

const serials = z.record(z.string().min(1), z.string().min(1)).refine((keys) => Object.keys(keys).length > 0)

export function read(values: WxpayEnvironment): WxpayConfig | undefined {
  if (!values.WXPAY_MCHID) return undefined
  const merchantKey = laterKey(values.WXPAY_MERCHANT_KEY!, merchantKeyOf)
  const platformKeys = laterKey(values.WXPAY_PLATFORM_KEYS!, platformKeysOf)
  return {
    url: values.WXPAY_URL,
    merchantId: values.WXPAY_MCHID,
    appId: values.WXPAY_APP_ID!,
    merchantSerial: values.WXPAY_MERCHANT_SERIAL!,
    get merchantKey() {
      return merchantKey()
    },
    apiV3Key: values.WXPAY_API_V3_KEY!,
    get platformKeys() {
      return platformKeys()
    },
  }
}

export const whyNot = (values: WxpayEnvironment): string[] => [
  ...unreadable(
    textOf(values.WXPAY_MERCHANT_KEY),
    merchantKeyOf,
    'WXPAY_MERCHANT_KEY 必须是 RSA 私钥（PEM）或者它的文件路径',
  ),
  ...unreadable(
    textOf(values.WXPAY_PLATFORM_KEYS),
    platformKeysOf,
    'WXPAY_PLATFORM_KEYS 必须是 JSON：证书序列号或公钥 ID 对应 RSA 公钥、证书（PEM）或者它的文件路径',
  ),
]

export const whyNotInProduction = ({ WXPAY_MCHID, WXPAY_APP_ID, PUBLIC_URL }: WxpayEnvironment): string[] =>
  whyNotPlatform([WXPAY_MCHID, WXPAY_APP_ID], PUBLIC_URL, '微信支付')

const merchantKeyOf = (given: string): KeyObject => createPrivateKey(found(readPrivateKey(given)).pem)

function platformKeysOf(given: string): ReadonlyMap<string, KeyObject> {
  const keys = Object.entries(serials.parse(JSON.parse(given)))
  return new Map(keys.map(([serial, key]) => [serial, createPublicKey(found(readPublicKey(key)).pem)]))
}

function found<T>(key: T | undefined): T {
  if (key === undefined) throw new Error('no RSA key')
  return key
}
