import { z } from 'zod'
import { isLoopback } from '#server/loopback.ts'

/** `8-22`: from eight in the morning to ten in the evening, China time. */
const HOURS = /^([01]?\d|2[0-3])-([1-9]|1\d|2[0-4])$/
const url = z.url({ protocol: /^https?$/ })

/** One group for each service that is not ours (.env.example lists them). */
export const outsideEnvironment = {
  SMS_PROVIDER: z.enum(['outbox', 'off', 'aliyun']).optional(),
  ALIYUN_ACCESS_KEY_ID: z.string().optional(),
  ALIYUN_ACCESS_KEY_SECRET: z.string().optional(),
  ALIYUN_SMS_SIGN_NAME: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_CODE: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_OPEN: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_OPEN_OWNER: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_CONFIRM: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_APPROVED: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_REJECTED: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_BOUNCED: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_QUESTIONS: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_QUESTIONS_OWNER: z.string().optional(),
  ALIYUN_SMS_URL: url.default('https://dysmsapi.aliyuncs.com'),

  SMS_HOURS: z.string().regex(HOURS).default('8-22'),

  MAIL_PROVIDER: z.enum(['outbox', 'off', 'smtp']).optional(),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65535).default(465),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  MAIL_FROM: z.string().optional(),

  WEIBO_NOTICES: z.enum(['outbox', 'off', 'hand', 'official']).optional(),
  WEIBO_OFFICIAL_TOKEN: z.string().optional(),
  WEIBO_OFFICIAL_ADDRESS: z.string().optional(),

  WECHAT_APP_ID: z.string().optional(),
  WECHAT_APP_SECRET: z.string().optional(),
  WECHAT_MP_APP_ID: z.string().optional(),
  WECHAT_MP_APP_SECRET: z.string().optional(),
  WECHAT_OPEN_URL: url.default('https://open.weixin.qq.com'),
  WECHAT_API_URL: url.default('https://api.weixin.qq.com'),
  WEIBO_APP_KEY: z.string().optional(),
  WEIBO_APP_SECRET: z.string().optional(),
  WEIBO_API_URL: url.default('https://api.weibo.com'),

  MEDIA_STORE: z.enum(['disk', 'oss', 's3']).default('disk'),
  BUCKET_URL: url.optional(),
  BUCKET_NAME: z.string().optional(),
  BUCKET_REGION: z.string().optional(),
  BUCKET_ACCESS_KEY_ID: z.string().optional(),
  BUCKET_ACCESS_KEY_SECRET: z.string().optional(),
  BUCKET_ROLE_ARN: z.string().optional(),
  BUCKET_STS_URL: url.optional(),
  BUCKET_PATH_STYLE: z.enum(['0', '1']).default('0'),
}
type Values = z.infer<z.ZodObject<typeof outsideEnvironment>> & { PUBLIC_URL?: string }

export const OUTSIDE_SENTENCE: Record<string, string> = {
  SMTP_PORT: 'SMTP_PORT 必须是 1 到 65535 之间的整数',
  SMS_PROVIDER: 'SMS_PROVIDER 只能是 outbox、off 或 aliyun',
  MAIL_PROVIDER: 'MAIL_PROVIDER 只能是 outbox、off 或 smtp',
  WEIBO_NOTICES: 'WEIBO_NOTICES 只能是 outbox、off、hand 或 official',
  SMS_HOURS: 'SMS_HOURS 必须是两个整点，例如 8-22',
  MEDIA_STORE: 'MEDIA_STORE 只能是 disk、oss 或 s3',
  BUCKET_PATH_STYLE: 'BUCKET_PATH_STYLE 只能是 0 或 1',
}

const SMS_TEMPLATES = {
  code: 'ALIYUN_SMS_TEMPLATE_CODE',
  open: 'ALIYUN_SMS_TEMPLATE_OPEN',
  openOwner: 'ALIYUN_SMS_TEMPLATE_OPEN_OWNER',
  confirm: 'ALIYUN_SMS_TEMPLATE_CONFIRM',
  approved: 'ALIYUN_SMS_TEMPLATE_APPROVED',
  rejected: 'ALIYUN_SMS_TEMPLATE_REJECTED',
  bounced: 'ALIYUN_SMS_TEMPLATE_BOUNCED',
  questions: 'ALIYUN_SMS_TEMPLATE_QUESTIONS',
  questionsOwner: 'ALIYUN_SMS_TEMPLATE_QUESTIONS_OWNER',
} as const
export type SmsTemplate = keyof typeof SMS_TEMPLATES

export type AliyunSms = {
  accessKeyId: string
  accessKeySecret: string
  signName: string
  /** The code of each registered template. */
  templates: Record<SmsTemplate, string>
  url: string
}
export type Smtp = { host: string; port: number; user: string; password: string; from: string }
export type WechatApp = { id: string; secret: string }
/** `mp` is the public account that pages opened inside WeChat sign in through. */
export type WechatConfig = { openUrl: string; apiUrl: string; open: WechatApp; mp: WechatApp | undefined }
export type WeiboConfig = { apiUrl: string; appKey: string; appSecret: string }
/** A bucket at Aliyun OSS or at any S3 service. `url` is the bucket's own domain, or the service's with the path style. */
export type BucketConfig = {
  kind: 'oss' | 's3'
  url: string
  name: string
  region: string
  accessKeyId: string
  accessKeySecret: string
  /** The role people's uploads are signed with, for an hour and their own prefix only. */
  roleArn: string
  stsUrl: string
  pathStyle: boolean
}

/** Ids of the stand-ins begin like this; production refuses them. */
const SANDBOX = /^sandbox/

export const readOutside = (values: Values) => ({
  /** What goes out: kept in the outbox, not at all, or by a provider. */
  sms: values.SMS_PROVIDER === 'aliyun' ? aliyunSms(values) : (values.SMS_PROVIDER ?? 'outbox'),
  mail: values.MAIL_PROVIDER === 'smtp' ? smtp(values) : (values.MAIL_PROVIDER ?? 'outbox'),
  /** Whole hours, China time, between which people get SMS of ours. */
  smsHours: hours(values.SMS_HOURS),
  /** `hand`: a person sends them. `official`: our account mentions those who are meant to be, a person writes to the rest. */
  weiboNotices: values.WEIBO_NOTICES === 'official' ? official(values) : (values.WEIBO_NOTICES ?? 'outbox'),
  wechat: wechat(values),
  weibo: weibo(values),
  bucket: bucket(values),
})

const NEEDED = {
  aliyun: ['ALIYUN_ACCESS_KEY_ID', 'ALIYUN_ACCESS_KEY_SECRET', 'ALIYUN_SMS_SIGN_NAME', ...Object.values(SMS_TEMPLATES)],
  official: ['WEIBO_OFFICIAL_TOKEN', 'WEIBO_OFFICIAL_ADDRESS', 'PUBLIC_URL'],
  smtp: ['SMTP_HOST', 'SMTP_USER', 'SMTP_PASSWORD', 'MAIL_FROM'],
  bucket: [
    'BUCKET_URL',
    'BUCKET_NAME',
    'BUCKET_REGION',
    'BUCKET_ACCESS_KEY_ID',
    'BUCKET_ACCESS_KEY_SECRET',
    'BUCKET_ROLE_ARN',
    'BUCKET_STS_URL',
  ],
} as const
const PAIRS = [
  ['WECHAT_APP_ID', 'WECHAT_APP_SECRET'],
  ['WECHAT_MP_APP_ID', 'WECHAT_MP_APP_SECRET'],
  ['WEIBO_APP_KEY', 'WEIBO_APP_SECRET'],
] as const
const OUTSIDE_URLS = [
  'ALIYUN_SMS_URL',
  'WECHAT_OPEN_URL',
  'WECHAT_API_URL',
  'WEIBO_API_URL',
  'BUCKET_URL',
  'BUCKET_STS_URL',
] as const

/** A channel without a provider must be switched off by name (decisions 5); nothing of the stand-ins. */
export function whyNotOutsideInProduction(values: Values): string[] {
  const faults: string[] = []
  const without = (provider: string | undefined) => provider === undefined || provider === 'outbox'
  if (without(values.SMS_PROVIDER)) faults.push('生产环境没有配置短信服务，如果确实不需要，请设置 SMS_PROVIDER=off')
  if (without(values.MAIL_PROVIDER)) faults.push('生产环境没有配置邮件服务，如果确实不需要，请设置 MAIL_PROVIDER=off')
  if (without(values.WEIBO_NOTICES)) faults.push('生产环境没有配置微博通知，如果确实不需要，请设置 WEIBO_NOTICES=off')
  const platforms = [values.WECHAT_APP_ID, values.WECHAT_MP_APP_ID, values.WEIBO_APP_KEY]
  if (platforms.some((id) => id && SANDBOX.test(id))) faults.push('生产环境不能使用沙箱的应用编号')
  if (platforms.some(Boolean) && !values.PUBLIC_URL) faults.push('微信或微博登录需要 PUBLIC_URL')
  const sends = values.SMS_PROVIDER === 'aliyun' || values.MAIL_PROVIDER === 'smtp' || values.WEIBO_NOTICES === 'hand'
  if (sends && !values.PUBLIC_URL) faults.push('通知里的链接需要 PUBLIC_URL')
  return faults
}

/** What is missing for the services that are switched on; plain http is for this machine alone. */
export function whyNotOutside(values: Values): string[] {
  const needed = [
    ...(values.SMS_PROVIDER === 'aliyun' ? NEEDED.aliyun : []),
    ...(values.MAIL_PROVIDER === 'smtp' ? NEEDED.smtp : []),
    ...(values.WEIBO_NOTICES === 'official' ? NEEDED.official : []),
    ...(values.MEDIA_STORE === 'disk' ? [] : NEEDED.bucket),
    ...PAIRS.filter((pair) => pair.some((name) => values[name])).flat(),
  ]
  const { from, to } = hours(values.SMS_HOURS)
  const plain = OUTSIDE_URLS.filter((name) => {
    const address = values[name]
    return address !== undefined && !address.startsWith('https:') && !isLoopback(new URL(address).hostname)
  })
  return [
    ...needed.filter((name) => !values[name]).map((name) => `缺少 ${name}`),
    ...plain.map((name) => `${name} 必须以 https:// 开头`),
    ...(from < to ? [] : ['SMS_HOURS 的前一个整点要早于后一个']),
  ]
}

const aliyunSms = (values: Values): AliyunSms => ({
  accessKeyId: values.ALIYUN_ACCESS_KEY_ID!,
  accessKeySecret: values.ALIYUN_ACCESS_KEY_SECRET!,
  signName: values.ALIYUN_SMS_SIGN_NAME!,
  templates: Object.fromEntries(
    Object.entries(SMS_TEMPLATES).map(([template, name]) => [template, values[name]!]),
  ) as Record<SmsTemplate, string>,
  url: values.ALIYUN_SMS_URL,
})

function hours(text: string): { from: number; to: number } {
  const [from = 0, to = 24] = text.split('-').map(Number)
  return { from, to }
}

/** The account that mentions people in public, and this server's address, which Weibo asks for. */
export type WeiboOfficial = { apiUrl: string; token: string; address: string }
const official = (values: Values): WeiboOfficial => ({
  apiUrl: values.WEIBO_API_URL,
  token: values.WEIBO_OFFICIAL_TOKEN!,
  address: values.WEIBO_OFFICIAL_ADDRESS!,
})

const smtp = (values: Values): Smtp => ({
  host: values.SMTP_HOST!,
  port: values.SMTP_PORT,
  user: values.SMTP_USER!,
  password: values.SMTP_PASSWORD!,
  from: values.MAIL_FROM!,
})

function wechat(values: Values): WechatConfig | undefined {
  const app = (id?: string, secret?: string) => (id && secret ? { id, secret } : undefined)
  const open = app(values.WECHAT_APP_ID, values.WECHAT_APP_SECRET)
  if (!open) return undefined
  const mp = app(values.WECHAT_MP_APP_ID, values.WECHAT_MP_APP_SECRET)
  return { openUrl: values.WECHAT_OPEN_URL, apiUrl: values.WECHAT_API_URL, open, mp }
}

const weibo = (values: Values): WeiboConfig | undefined =>
  values.WEIBO_APP_KEY
    ? { apiUrl: values.WEIBO_API_URL, appKey: values.WEIBO_APP_KEY, appSecret: values.WEIBO_APP_SECRET! }
    : undefined

function bucket(values: Values): BucketConfig | undefined {
  if (values.MEDIA_STORE === 'disk') return undefined
  return {
    kind: values.MEDIA_STORE,
    url: values.BUCKET_URL!.replace(/\/+$/, ''),
    name: values.BUCKET_NAME!,
    region: values.BUCKET_REGION!,
    accessKeyId: values.BUCKET_ACCESS_KEY_ID!,
    accessKeySecret: values.BUCKET_ACCESS_KEY_SECRET!,
    roleArn: values.BUCKET_ROLE_ARN!,
    stsUrl: values.BUCKET_STS_URL!.replace(/\/+$/, ''),
    pathStyle: values.BUCKET_PATH_STYLE === '1',
  }
}
