import { z } from 'zod'
import { text, url, whyNotChannel, whyNotPlatform } from './group.ts'

const APP = { WEIBO_APP_KEY: text, WEIBO_APP_SECRET: text }
const OFFICIAL = { WEIBO_OFFICIAL_TOKEN: text, WEIBO_OFFICIAL_ADDRESS: text }

export const environment = {
  ...APP,
  ...OFFICIAL,
  WEIBO_API_URL: url.default('https://api.weibo.com'),
  WEIBO_NOTICES: z.enum(['outbox', 'off', 'hand', 'official']).optional(),
}
type WeiboEnvironment = z.infer<z.ZodObject<typeof environment>> & { PUBLIC_URL?: string }

export const together = [
  { all: APP },
  { all: { ...OFFICIAL, PUBLIC_URL: text }, when: (values: WeiboEnvironment) => values.WEIBO_NOTICES === 'official' },
]

export const sentences = { WEIBO_NOTICES: 'WEIBO_NOTICES 只能是 outbox、off、hand 或 official' }

export type WeiboConfig = { apiUrl: string; appKey: string; appSecret: string }
/** The account that mentions people in public, and this server's address, which Weibo asks for. */
export type WeiboOfficial = { apiUrl: string; token: string; address: string }

export const read = (values: WeiboEnvironment): WeiboConfig | undefined =>
  values.WEIBO_APP_KEY
    ? { apiUrl: values.WEIBO_API_URL, appKey: values.WEIBO_APP_KEY, appSecret: values.WEIBO_APP_SECRET! }
    : undefined

/** `hand`: a person sends them. `official`: our account mentions those who are meant to be, a person writes to the rest. */
export function readNotices(values: WeiboEnvironment): WeiboOfficial | 'outbox' | 'off' | 'hand' {
  if (values.WEIBO_NOTICES !== 'official') return values.WEIBO_NOTICES ?? 'outbox'
  return {
    apiUrl: values.WEIBO_API_URL,
    token: values.WEIBO_OFFICIAL_TOKEN!,
    address: values.WEIBO_OFFICIAL_ADDRESS!,
  }
}

export const whyNotInProduction = ({ WEIBO_NOTICES, WEIBO_APP_KEY, PUBLIC_URL }: WeiboEnvironment): string[] => [
  ...whyNotChannel('WEIBO_NOTICES', WEIBO_NOTICES, { what: '微博通知', publicUrl: PUBLIC_URL }),
  ...whyNotPlatform([WEIBO_APP_KEY], PUBLIC_URL),
]
