import type { z } from 'zod'
import * as alipay from './settings/alipay.ts'
import * as aliyunGreen from './settings/aliyunGreen.ts'
import * as aliyunSms from './settings/aliyunSms.ts'
import * as apple from './settings/apple.ts'
import * as bucket from './settings/bucket.ts'
import * as canary from './settings/canary.ts'
import * as smtp from './settings/smtp.ts'
import * as wechat from './settings/wechat.ts'
import * as weibo from './settings/weibo.ts'
import * as wxpay from './settings/wxpay.ts'

/** One group for each service that is not ours (.env.example lists them). */
export const outsideEnvironment = {
  ...aliyunSms.environment,
  ...aliyunGreen.environment,
  ...smtp.environment,
  ...weibo.environment,
  ...wechat.environment,
  ...wxpay.environment,
  ...bucket.environment,
  ...alipay.environment,
  ...apple.environment,
  ...canary.environment,
}
type Values = z.infer<z.ZodObject<typeof outsideEnvironment>> & { PUBLIC_URL?: string }

export const OUTSIDE_SENTENCE: Record<string, string> = {
  ...aliyunSms.sentences,
  ...aliyunGreen.sentences,
  ...smtp.sentences,
  ...weibo.sentences,
  ...wxpay.sentences,
  ...bucket.sentences,
  ...apple.sentences,
  ...canary.sentences,
}

export const readOutside = (values: Values, templates: aliyunSms.Templates) => ({
  sms: aliyunSms.read(values, templates),
  smsHours: aliyunSms.hours(values),
  moderation: aliyunGreen.read(values),
  mail: smtp.read(values),
  weiboNotices: weibo.readNotices(values),
  wechat: wechat.read(values),
  weibo: weibo.read(values),
  wxpay: wxpay.read(values),
  bucket: bucket.read(values),
  alipay: alipay.read(values),
  apple: apple.read(values),
  canary: canary.read(values),
})

/** What is missing for the services that are switched on. */
export const whyNotOutside = (values: Values, templates: aliyunSms.Templates): string[] => [
  ...aliyunSms.whyNot(values, templates),
  ...[aliyunGreen, smtp, weibo, wechat, wxpay, alipay, apple, bucket, canary].flatMap(({ whyNot }) => whyNot(values)),
]

/** What the product must not be run with for real people, each once. */
export const whyNotOutsideInProduction = (values: Values): string[] => [
  ...new Set(
    [aliyunSms, aliyunGreen, smtp, weibo, wechat, wxpay, alipay, apple].flatMap(({ whyNotInProduction }) =>
      whyNotInProduction(values),
    ),
  ),
]
