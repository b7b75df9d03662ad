import { z } from 'zod'
import { half, plain, whyNotPlatform } from './group.ts'

const url = z.url({ protocol: /^https?$/ })

export const environment = {
  WECHAT_APP_ID: z.string().optional(),
  WECHAT_APP_SECRET: z.string().optional(),
  WECHAT_MP_APP_ID: z.string().optional(),
  WECHAT_MP_APP_SECRET: z.string().optional(),
  WECHAT_OPEN_URL: url.default('https://open.weixin.qq.com'),
  WECHAT_API_URL: url.default('https://api.weixin.qq.com'),
}
type Values = z.infer<z.ZodObject<typeof environment>> & { PUBLIC_URL?: string }

type App = { id: string; secret: string }
/** `mp` is the public account that pages opened inside WeChat sign in through. */
export type WechatConfig = { openUrl: string; apiUrl: string; open: App; mp: App | undefined }

export function read(values: Values): WechatConfig | undefined {
  const app = (id?: string, secret?: string) => (id && secret ? { id, secret } : undefined)
  const open = app(values.WECHAT_APP_ID, values.WECHAT_APP_SECRET)
  if (!open) return undefined
  const mp = app(values.WECHAT_MP_APP_ID, values.WECHAT_MP_APP_SECRET)
  return { openUrl: values.WECHAT_OPEN_URL, apiUrl: values.WECHAT_API_URL, open, mp }
}

export const whyNot = (values: Values): string[] => [
  ...half(values, ['WECHAT_APP_ID', 'WECHAT_APP_SECRET']),
  ...half(values, ['WECHAT_MP_APP_ID', 'WECHAT_MP_APP_SECRET']),
  ...plain(values, ['WECHAT_OPEN_URL', 'WECHAT_API_URL']),
]

export const whyNotInProduction = ({ WECHAT_APP_ID, WECHAT_MP_APP_ID, PUBLIC_URL }: Values): string[] =>
  whyNotPlatform([WECHAT_APP_ID, WECHAT_MP_APP_ID], PUBLIC_URL)
