import { z } from 'zod'
import { missing, text, url, whyNotChannel } from './group.ts'

/** `8-22`: from eight in the morning to ten in the evening, China time. */
const HOURS = /^([01]?\d|2[0-3])-([1-9]|1\d|2[0-4])$/
const TEMPLATE = 'ALIYUN_SMS_TEMPLATE_'

/** The key of messages, with which uploads and texts may be looked at as well (aliyunGreen.ts). */
export const ACCESS_KEY = { ALIYUN_ACCESS_KEY_ID: text, ALIYUN_ACCESS_KEY_SECRET: text }
const ALL = { ...ACCESS_KEY, ALIYUN_SMS_SIGN_NAME: text }

export const environment = {
  SMS_PROVIDER: z.enum(['outbox', 'off', 'aliyun']).optional(),
  ...ALL,
  ALIYUN_SMS_URL: url.default('https://dysmsapi.aliyuncs.com'),
  SMS_HOURS: z.string().regex(HOURS).default('8-22'),
}
type SmsEnvironment = z.infer<z.ZodObject<typeof environment>> & { PUBLIC_URL?: string }

export const together = [{ all: ALL, when: isOn }]

export const sentences = {
  SMS_PROVIDER: 'SMS_PROVIDER 只能是 outbox、off 或 aliyun',
  SMS_HOURS: 'SMS_HOURS 必须是两个整点，例如 8-22',
}

/** Each message has a template registered at Aliyun; the messages' names are not known here. */
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

/** How text messages go out: kept in the outbox, not at all, or by the provider. */
export function read(values: SmsEnvironment, { names, given }: Templates): AliyunSms | 'outbox' | 'off' {
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
export function hours({ SMS_HOURS }: SmsEnvironment): { from: number; to: number } {
  const [from = 0, to = 24] = SMS_HOURS.split('-').map(Number)
  return { from, to }
}

export function whyNot(values: SmsEnvironment, { names, given }: Templates): string[] {
  const { from, to } = hours(values)
  const registered = Object.fromEntries(names.map((name) => [templateSetting(name), name]))
  return [
    ...(isOn(values) ? missing(given, registered) : []),
    ...(from < to ? [] : ['SMS_HOURS 的前一个整点要早于后一个']),
  ]
}

function isOn({ SMS_PROVIDER }: SmsEnvironment): boolean {
  return SMS_PROVIDER === 'aliyun'
}

export const whyNotInProduction = ({ SMS_PROVIDER, PUBLIC_URL }: SmsEnvironment): string[] =>
  whyNotChannel('SMS_PROVIDER', SMS_PROVIDER, { what: '短信服务', publicUrl: PUBLIC_URL })
