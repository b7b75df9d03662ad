import { z } from 'zod'
import { isLoopback } from '#server/loopback.ts'

const url = z.url({ protocol: /^https?$/ })

/** One group for each service that is not ours (.env.example lists them). */
export const outsideEnvironment = {
  SMS_PROVIDER: z.enum(['outbox', 'off', 'aliyun']).optional(),
  ALIYUN_ACCESS_KEY_ID: z.string().optional(),
  ALIYUN_ACCESS_KEY_SECRET: z.string().optional(),
  ALIYUN_SMS_SIGN_NAME: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_CODE: z.string().optional(),
  ALIYUN_SMS_URL: url.default('https://dysmsapi.aliyuncs.com'),

  MAIL_PROVIDER: z.enum(['outbox', 'off', 'smtp']).optional(),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65535).default(465),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  MAIL_FROM: z.string().optional(),

  WEIBO_NOTICES: z.enum(['outbox', 'off']).optional(),

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
  WEIBO_NOTICES: 'WEIBO_NOTICES 只能是 outbox 或 off',
  MEDIA_STORE: 'MEDIA_STORE 只能是 disk、oss 或 s3',
  BUCKET_PATH_STYLE: 'BUCKET_PATH_STYLE 只能是 0 或 1',
}

export type AliyunSms = {
  accessKeyId: string
  accessKeySecret: string
  signName: string
  templateCode: string
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
  weiboNotices: values.WEIBO_NOTICES ?? 'outbox',
  wechat: wechat(values),
  weibo: weibo(values),
  bucket: bucket(values),
})

const NEEDED = {
  aliyun: ['ALIYUN_ACCESS_KEY_ID', 'ALIYUN_ACCESS_KEY_SECRET', 'ALIYUN_SMS_SIGN_NAME', 'ALIYUN_SMS_TEMPLATE_CODE'],
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
  return faults
}

/** What is missing for the services that are switched on; plain http is for this machine alone. */
export function whyNotOutside(values: Values): string[] {
  const needed = [
    ...(values.SMS_PROVIDER === 'aliyun' ? NEEDED.aliyun : []),
    ...(values.MAIL_PROVIDER === 'smtp' ? NEEDED.smtp : []),
    ...(values.MEDIA_STORE === 'disk' ? [] : NEEDED.bucket),
    ...PAIRS.filter((pair) => pair.some((name) => values[name])).flat(),
  ]
  const plain = OUTSIDE_URLS.filter((name) => {
    const address = values[name]
    return address !== undefined && !address.startsWith('https:') && !isLoopback(new URL(address).hostname)
  })
  return [
    ...needed.filter((name) => !values[name]).map((name) => `缺少 ${name}`),
    ...plain.map((name) => `${name} 必须以 https:// 开头`),
  ]
}

const aliyunSms = (values: Values): AliyunSms => ({
  accessKeyId: values.ALIYUN_ACCESS_KEY_ID!,
  accessKeySecret: values.ALIYUN_ACCESS_KEY_SECRET!,
  signName: values.ALIYUN_SMS_SIGN_NAME!,
  templateCode: values.ALIYUN_SMS_TEMPLATE_CODE!,
  url: values.ALIYUN_SMS_URL,
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
