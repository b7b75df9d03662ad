import { z } from 'zod'
import { missing, plain, whyNotChannel } from './group.ts'

/** `8-22`: from eight in the morning to ten in the evening, China time. */
const HOURS = /^([01]?\d|2[0-3])-([1-9]|1\d|2[0-4])$/
const TEMPLATE = 'ALIYUN_SMS_TEMPLATE_'

export const environment = {
  SMS_PROVIDER: z.enum(['outbox', 'off', 'aliyun']).optional(),
  ALIYUN_ACCESS_KEY_ID: z.string().optional(),
  ALIYUN_ACCESS_KEY_SECRET: z.string().optional(),
  ALIYUN_SMS_SIGN_NAME: z.string().optional(),
  ALIYUN_SMS_URL: z.url({ protocol: /^https?$/ }).default('https://dysmsapi.aliyuncs.com'),
  SMS_HOURS: z.string().regex(HOURS).default('8-22'),
}
type Values = z.infer<z.ZodObject<typeof environment>> & { PUBLIC_URL?: string }

export const sentences = {
  SMS_PROVIDER: 'SMS_PROVIDER 只能是 outbox、off 或 aliyun',
  SMS_HOURS: 'SMS_HOURS 必须是两个整点，例如 8-22',
}

/** Each message has a template registered at Aliyun; what they are called is not known here. */
export type Templates = { names: readonly string[]; given: Record<string, string | undefined> }

export type AliyunSms = {
  accessKeyId: string
  accessKeySecret: string
  signName: string
  /** The code of each registered template, by the message's name. */
  templates: Record<string, string>
  url: string
}

/** The setting of a message's template: `openOwner` is registered as ALIYUN_SMS_TEMPLATE_OPEN_OWNER. */
export const templateSetting = (name: string): string =>
  TEMPLATE + name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

export const isTemplateSetting = (name: string): boolean => name.startsWith(TEMPLATE)

/** What goes out: kept in the outbox, not at all, or by the provider. */
export function read(values: Values, { names, given }: Templates): AliyunSms | 'outbox' | 'off' {
  if (values.SMS_PROVIDER !== 'aliyun') return values.SMS_PROVIDER ?? 'outbox'
  return {
    accessKeyId: values.ALIYUN_ACCESS_KEY_ID!,
    accessKeySecret: values.ALIYUN_ACCESS_KEY_SECRET!,
    signName: values.ALIYUN_SMS_SIGN_NAME!,
    templates: Object.fromEntries(names.map((name) => [name, given[templateSetting(name)]!])),
    url: values.ALIYUN_SMS_URL,
  }
}

/** Whole hours, China time, between which people get SMS of ours. */
export function hours({ SMS_HOURS }: Values): { from: number; to: number } {
  const [from = 0, to = 24] = SMS_HOURS.split('-').map(Number)
  return { from, to }
}

export function whyNot(values: Values, { names, given }: Templates): string[] {
  const { from, to } = hours(values)
  const needed = ['ALIYUN_ACCESS_KEY_ID', 'ALIYUN_ACCESS_KEY_SECRET', 'ALIYUN_SMS_SIGN_NAME']
  const isOn = values.SMS_PROVIDER === 'aliyun'
  return [
    ...(isOn ? [...missing(values, needed), ...missing(given, names.map(templateSetting))] : []),
    ...plain(values, ['ALIYUN_SMS_URL']),
    ...(from < to ? [] : ['SMS_HOURS 的前一个整点要早于后一个']),
  ]
}

export const whyNotInProduction = ({ SMS_PROVIDER, PUBLIC_URL }: Values): string[] =>
  whyNotChannel('SMS_PROVIDER', SMS_PROVIDER, { what: '短信服务', publicUrl: PUBLIC_URL })
