import { z } from 'zod'
import { half, missing, plain, whyNotChannel, whyNotPlatform } from './group.ts'

export const environment = {
  WEIBO_APP_KEY: z.string().optional(),
  WEIBO_APP_SECRET: z.string().optional(),
  WEIBO_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.weibo.com'),
  WEIBO_NOTICES: z.enum(['outbox', 'off', 'hand', 'official']).optional(),
  WEIBO_OFFICIAL_TOKEN: z.string().optional(),
  WEIBO_OFFICIAL_ADDRESS: z.string().optional(),
}
type Values = z.infer<z.ZodObject<typeof environment>> & { PUBLIC_URL?: string }

export const sentences = { WEIBO_NOTICES: 'WEIBO_NOTICES 只能是 outbox、off、hand 或 official' }

export type WeiboConfig = { apiUrl: string; appKey: string; appSecret: string }
/** The account that mentions people in public, and this server's address, which Weibo asks for. */
export type WeiboOfficial = { apiUrl: string; token: string; address: string }

export const read = (values: Values): WeiboConfig | undefined =>
  values.WEIBO_APP_KEY
    ? { apiUrl: values.WEIBO_API_URL, appKey: values.WEIBO_APP_KEY, appSecret: values.WEIBO_APP_SECRET! }
    : undefined

/** `hand`: a person sends them. `official`: our account mentions those who are meant to be, a person writes to the rest. */
export function readNotices(values: Values): WeiboOfficial | 'outbox' | 'off' | 'hand' {
  if (values.WEIBO_NOTICES !== 'official') return values.WEIBO_NOTICES ?? 'outbox'
  return {
    apiUrl: values.WEIBO_API_URL,
    token: values.WEIBO_OFFICIAL_TOKEN!,
    address: values.WEIBO_OFFICIAL_ADDRESS!,
  }
}

export const whyNot = (values: Values): string[] => [
  ...half(values, ['WEIBO_APP_KEY', 'WEIBO_APP_SECRET']),
  ...(values.WEIBO_NOTICES === 'official'
    ? missing(values, ['WEIBO_OFFICIAL_TOKEN', 'WEIBO_OFFICIAL_ADDRESS', 'PUBLIC_URL'])
    : []),
  ...plain(values, ['WEIBO_API_URL']),
]

export const whyNotInProduction = ({ WEIBO_NOTICES, WEIBO_APP_KEY, PUBLIC_URL }: Values): string[] => [
  ...whyNotChannel('WEIBO_NOTICES', WEIBO_NOTICES, { what: '微博通知', publicUrl: PUBLIC_URL }),
  ...whyNotPlatform([WEIBO_APP_KEY], PUBLIC_URL),
]
