import type { z } from 'zod'
import { text, url, whyNotPlatform } from './group.ts'

const OPEN = { WECHAT_APP_ID: text, WECHAT_APP_SECRET: text }
const MP = { WECHAT_MP_APP_ID: text, WECHAT_MP_APP_SECRET: text }

export const environment = {
  ...OPEN,
  ...MP,
  WECHAT_OPEN_URL: url.default('https://open.weixin.qq.com'),
  WECHAT_API_URL: url.default('https://api.weixin.qq.com'),
}
type WechatEnvironment = z.infer<z.ZodObject<typeof environment>> & { PUBLIC_URL?: string }

export const together = [{ all: OPEN }, { all: MP }]

type App = { id: string; secret: string }
/** `mp` is the public account that pages opened inside WeChat sign in through. */
export type WechatConfig = { openUrl: string; apiUrl: string; open: App; mp: App | undefined }

export function read(values: WechatEnvironment): WechatConfig | undefined {
  const app = (id?: string, secret?: string) => (id && secret ? { id, secret } : undefined)
  const open = app(values.WECHAT_APP_ID, values.WECHAT_APP_SECRET)
  if (!open) return undefined
  const mp = app(values.WECHAT_MP_APP_ID, values.WECHAT_MP_APP_SECRET)
  return { openUrl: values.WECHAT_OPEN_URL, apiUrl: values.WECHAT_API_URL, open, mp }
}

export const whyNotInProduction = ({ WECHAT_APP_ID, WECHAT_MP_APP_ID, PUBLIC_URL }: WechatEnvironment): string[] =>
  whyNotPlatform([WECHAT_APP_ID, WECHAT_MP_APP_ID], PUBLIC_URL)
