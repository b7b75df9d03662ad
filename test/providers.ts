import { sql } from 'kysely'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { readConfig } from '#server/platform/config.ts'
import { type SmsAnswer, startAliyunSms } from '#standins/aliyunSms.ts'
import type { TestApp } from './app.ts'
import { get } from './client.ts'
import { startMailServer } from './mailServer.ts'
import { SMS_TEMPLATES } from './sms.ts'

export const SMS_KEY = { accessKeyId: 'LTAI-test', accessKeySecret: 'a secret of the test' }
const OK = { Code: 'OK', Message: 'OK', BizId: '42^0', RequestId: 'R' }

/** The settings of a process that sends by these two providers, at any hour. */
export const providersEnv = (sms: { url: string }, mail: { env: Record<string, string> }): Record<string, string> => ({
  SMS_PROVIDER: 'aliyun',
  ALIYUN_ACCESS_KEY_ID: SMS_KEY.accessKeyId,
  ALIYUN_ACCESS_KEY_SECRET: SMS_KEY.accessKeySecret,
  ALIYUN_SMS_SIGN_NAME: '时光胶囊',
  ...SMS_TEMPLATES,
  ALIYUN_SMS_URL: sms.url,
  SMS_HOURS: '0-24',
  PUBLIC_URL: 'https://capsule.test',
  ...mail.env,
})

/** Providers of SMS and letters that speak the real protocols, and a process that sends notices by them. */
export async function startProviders(app: TestApp) {
  type Fate = {
    answer: () => SmsAnswer | Promise<SmsAnswer>
    status: (tel: string) => 1 | 2 | 3
    asked: () => void | Promise<void>
  }
  const usual: Fate = { answer: () => OK, status: () => 3, asked: () => {} }
  const fate = { ...usual }
  const sms = await startAliyunSms({
    ...SMS_KEY,
    answer: () => fate.answer(),
    status: (tel) => fate.status(tel),
    asked: () => fate.asked(),
  })
  const mail = await startMailServer()
  const env = providersEnv(sms, mail)
  return {
    sms,
    mail,
    env,
    /** Sets the answers of the provider of SMS from here on. */
    says: (answer: typeof fate.answer) => {
      fate.answer = answer
    },
    arrives: (status: typeof fate.status) => {
      fate.status = status
    },
    /** Sets the work to do while the provider's answer about a message's state is on its way. */
    asked: (work: typeof fate.asked) => {
      fate.asked = work
    },
    asUsual: () => {
      Object.assign(fate, usual)
    },
    smsTo: (tel: string) => sms.taken.filter((one) => one.tel === tel),
    servicesWith: (more: Record<string, string> = {}) => ({
      ...app.services,
      config: readConfig({ NODE_ENV: 'test', ...env, ...more }),
    }),
    turn: (more: Record<string, string> = {}) =>
      sendNotices({ ...app.services, config: readConfig({ NODE_ENV: 'test', ...env, ...more }) }),
    /** Lets time pass for messages that wait to be tried or asked about again. */
    patience: (capsuleId: string) =>
      sql`update messages set next_at = now() where capsule_id = ${Number(capsuleId)} and next_at is not null`.execute(
        app.services.db,
      ),
    log: (capsule_id: string, { token }: { token: string }) =>
      get(app.url, 'noticeLog', { capsule_id }, { token }).then(({ notices }) => notices),
    close: async () => {
      await sms.close()
      await mail.close()
    },
  }
}
