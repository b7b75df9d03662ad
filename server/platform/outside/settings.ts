import type { z } from 'zod'
import * as alipay from './settings/alipay.ts'
import * as aliyunGreen from './settings/aliyunGreen.ts'
import * as aliyunSms from './settings/aliyunSms.ts'
import * as apple from './settings/apple.ts'
import * as bucket from './settings/bucket.ts'
import * as canary from './settings/canary.ts'
import { incomplete, plain, type Together } from './settings/group.ts'
import * as smtp from './settings/smtp.ts'
import * as wechat from './settings/wechat.ts'
import * as weibo from './settings/weibo.ts'
import * as wxpay from './settings/wxpay.ts'

/** The settings of each service that is not ours (.env.example lists them), by its name in the configuration. */
const GROUPS = {
  sms: aliyunSms,
  moderation: aliyunGreen,
  mail: smtp,
  weibo,
  wechat,
  wxpay,
  alipay,
  apple,
  bucket,
  canary,
}
type Groups = typeof GROUPS
type Group = {
  environment: z.ZodRawShape
  /** For settings whose form is wrong, in place of the general sentence. */
  sentences?: Record<string, string>
  /** Settings that are needed together. */
  together?: readonly Together[]
  read: (values: OutsideEnvironment, templates: aliyunSms.Templates) => unknown
  /** A sentence for each setting that cannot be read or contradicts another. */
  whyNot?: (values: OutsideEnvironment, templates: aliyunSms.Templates) => string[]
  /** A sentence for each setting that must not be run with for real people. */
  whyNotInProduction?: (values: OutsideEnvironment) => string[]
}
type AllOf<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never
type OutsideEnvironment = z.infer<z.ZodObject<AllOf<Groups[keyof Groups]['environment']>>> & { PUBLIC_URL?: string }

const groups: Group[] = Object.values(GROUPS)

export const outsideEnvironment = Object.assign({}, ...groups.map(({ environment }) => environment)) as AllOf<
  Groups[keyof Groups]['environment']
>

export const OUTSIDE_SENTENCE: Record<string, string> = Object.assign({}, ...groups.map(({ sentences }) => sentences))

type Read = { [Name in keyof Groups]: ReturnType<Groups[Name]['read']> }

export const readOutside = (values: OutsideEnvironment, templates: aliyunSms.Templates) => ({
  ...(Object.fromEntries(Object.entries(GROUPS).map(([name, { read }]) => [name, read(values, templates)])) as Read),
  smsHours: aliyunSms.hours(values),
  weiboNotices: weibo.readNotices(values),
})

/** The settings that are missing for the services that are switched on. */
export const whyNotOutside = (values: OutsideEnvironment, templates: aliyunSms.Templates): string[] =>
  groups.flatMap(({ environment, together = [], whyNot }) => [
    ...incomplete(values, together),
    ...plain(values, environment),
    ...(whyNot?.(values, templates) ?? []),
  ])

/** The settings that the product must not be run with for real people, each once. */
export const whyNotOutsideInProduction = (values: OutsideEnvironment): string[] => [
  ...new Set(groups.flatMap(({ whyNotInProduction }) => whyNotInProduction?.(values) ?? [])),
]
