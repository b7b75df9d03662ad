import { z } from 'zod'
import { foldEmail, whyNotEmail } from '#contract/email.ts'
import { tel } from '#contract/tel.ts'
import * as aliyunSms from './aliyunSms.ts'

/** The hour of China's day of the operator's daily message, as its settings and its alarm have it; the table of jobs runs it then. */
export const CANARY_HOUR = 9
export type CanaryHour = typeof CANARY_HOUR

export const environment = {
  CANARY_EMAIL: z
    .string()
    .overwrite(foldEmail)
    .refine((value) => !whyNotEmail(value))
    .optional(),
  CANARY_TEL: tel.optional(),
}
type CanaryEnvironment = z.infer<z.ZodObject<typeof environment & typeof aliyunSms.environment>> & {
  MAIL_PROVIDER?: string
}

export const sentences = {
  CANARY_EMAIL: 'CANARY_EMAIL 必须是邮箱地址',
  CANARY_TEL: 'CANARY_TEL 必须是 11 位手机号',
}

/** Where the operator gets the daily message, by channel; none where it is not set. */
export const read = ({ CANARY_EMAIL: email, CANARY_TEL: sms }: CanaryEnvironment) => ({ email, sms })

/** An alarm that could never end is refused at the start. */
export function whyNot(values: CanaryEnvironment): string[] {
  const { CANARY_EMAIL, CANARY_TEL, MAIL_PROVIDER, SMS_PROVIDER } = values
  return [
    ...(CANARY_EMAIL && MAIL_PROVIDER === 'off' ? ['CANARY_EMAIL 需要邮件服务（MAIL_PROVIDER）'] : []),
    ...(CANARY_TEL && SMS_PROVIDER === 'off' ? ['CANARY_TEL 需要短信服务（SMS_PROVIDER）'] : []),
    ...(CANARY_TEL && SMS_PROVIDER === 'aliyun' && !isDay(values)
      ? [`CANARY_TEL 每天 ${CANARY_HOUR} 点发出，SMS_HOURS 要包含这个小时`]
      : []),
  ]
}

function isDay(values: CanaryEnvironment): boolean {
  const { from, to } = aliyunSms.hours(values)
  return from <= CANARY_HOUR && CANARY_HOUR < to
}
