import { sql } from 'kysely'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Config, readConfig } from '#server/platform/config.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import { type SmsAnswer, startAliyunSms } from '#standins/aliyunSms.ts'
import { withApp } from '#test/app.ts'
import { newTel } from '#test/client.ts'
import { SMS_TEMPLATES } from '#test/sms.ts'
import { recipientOf } from './recipient.ts'
import { type Code, sendNow } from './sendNow.ts'
import { endStuckCodes } from './stuckCodes.ts'

const key = { accessKeyId: 'LTAI-test', accessKeySecret: 'a secret of the test' }
let answer: () => SmsAnswer | Promise<SmsAnswer>
const standin = await startAliyunSms({ ...key, answer: () => answer() })
afterAll(standin.close)
beforeEach(() => {
  answer = () => ({ Code: 'OK', Message: 'OK', BizId: '42^0', RequestId: 'R' })
})

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const production = {
  NODE_ENV: 'production',
  MASTER_KEY,
  SMS_PROVIDER: 'aliyun',
  ALIYUN_ACCESS_KEY_ID: key.accessKeyId,
  ALIYUN_ACCESS_KEY_SECRET: key.accessKeySecret,
  ALIYUN_SMS_SIGN_NAME: '时光胶囊',
  ...SMS_TEMPLATES,
  PUBLIC_URL: 'https://capsule.test',
  ALIYUN_SMS_URL: standin.url,
  MAIL_PROVIDER: 'off',
  WEIBO_NOTICES: 'off',
}
const app = withApp(production)

const CODE = '4711'
const codeTo = (recipient: string, channel: Code['channel'] = 'sms'): Code => ({ channel, recipient, code: CODE })

/** Sends it as a process of this configuration would; what came of it, and all that was logged meanwhile. */
async function sending(message: Code, env: Record<string, string> = production, over: Partial<Config> = {}) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const outcome = await sendNow({ ...app.services, config: { ...readConfig(env), ...over }, log }, message)
  return { outcome, log: lines.join('') }
}

async function stored(recipient: string) {
  const { db } = app.services
  const messages = await db
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', recipientOf(app.services.keys, recipient))
    .execute()
  const ids = messages.map(({ id }) => id)
  const attempts = await db
    .selectFrom('attempts')
    .selectAll()
    .where('message_id', 'in', [0, ...ids])
    .execute()
  return { messages, attempts }
}

describe('a code by SMS', () => {
  it('goes to the provider with its parameters, and nothing of it stays once sent', async () => {
    const tel = newTel()
    const { outcome, log } = await sending(codeTo(tel))
    expect(outcome).toBe('sent')
    const { messages, attempts } = await stored(tel)
    expect(messages).toMatchObject([{ state: 'sent', text: null, params: null, sent_at: expect.any(String) }])
    expect(attempts).toMatchObject([
      { provider: 'aliyun', outcome: 'sent', provider_code: 'OK', provider_id: '42^0', ended_at: expect.any(String) },
    ])
    expect(standin.requests.at(-1)?.query).toMatchObject({
      PhoneNumbers: tel,
      SignName: '时光胶囊',
      TemplateCode: 'SMS_1',
      TemplateParam: `{"code":"${CODE}"}`,
      // Not the id alone: a restored database would give it to another message.
      OutId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(log).toBe('')
  })

  it('stands in the database, encrypted, before the provider is asked', async () => {
    const tel = newTel()
    let say = (_words: SmsAnswer) => {}
    answer = () => new Promise((resolve) => (say = resolve))
    const asked = standin.requests.length
    const waiting = sending(codeTo(tel))
    await expect.poll(() => standin.requests.length).toBe(asked + 1)
    const { messages, attempts } = await stored(tel)
    expect(messages).toMatchObject([{ state: 'sending', sent_at: null }])
    expect(JSON.stringify(messages)).not.toContain(CODE)
    expect(decryptText(app.services.keys, messages[0]?.text ?? '', messages[0]?.recipient ?? '')).toContain(CODE)
    expect(attempts).toMatchObject([{ provider: 'aliyun', outcome: null, ended_at: null }])

    say('break')
    expect((await waiting).outcome).toBe('unknown')
    const after = await stored(tel)
    expect(after.messages).toMatchObject([{ state: 'unknown', text: null, params: null, sent_at: null }])
    expect(after.attempts).toMatchObject([{ outcome: 'unknown', provider_code: 'UND_ERR_SOCKET' }])
    expect(standin.requests).toHaveLength(asked + 1)
  })

  it('that the provider refuses is kept as failed, with its reason and without the code', async () => {
    const tel = newTel()
    answer = () => ({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: `${CODE} 触发流控`, RequestId: 'R' })
    const { outcome, log } = await sending(codeTo(tel))
    expect(outcome).toBe('failed')
    const { messages, attempts } = await stored(tel)
    expect(messages).toMatchObject([{ state: 'failed', text: null, params: null, sent_at: null }])
    expect(attempts).toMatchObject([{ outcome: 'failed', provider_code: 'isv.BUSINESS_LIMIT_CONTROL' }])
    expect(log).toContain('isv.BUSINESS_LIMIT_CONTROL')
    for (const secret of [CODE, tel, '验证码', key.accessKeySecret]) expect(log).not.toContain(secret)
  })

  it('of a process that ended while it asked counts as unknown after a while, and its text goes', async () => {
    const { db } = app.services
    const [tel, fresh] = [newTel(), newTel()]
    await sending(codeTo(tel))
    await sending(codeTo(fresh))
    await sql`update messages set state = 'sending', text = 'v1.x', params = 'v1.x', sent_at = null
      where recipient in (${recipientOf(app.services.keys, tel)}, ${recipientOf(app.services.keys, fresh)})`.execute(db)
    await sql`update attempts set outcome = null, ended_at = null
      where message_id in (select id from messages where recipient in (${recipientOf(app.services.keys, tel)}, ${recipientOf(app.services.keys, fresh)}))`.execute(
      db,
    )
    await sql`update messages set created_at = now() - interval '11 minutes' where recipient = ${recipientOf(app.services.keys, tel)}`.execute(
      db,
    )
    await endStuckCodes(app.services, new AbortController().signal)
    const { messages, attempts } = await stored(tel)
    expect(messages).toMatchObject([{ state: 'unknown', text: null, params: null }])
    expect(attempts).toMatchObject([{ outcome: 'unknown', ended_at: expect.any(String) }])
    expect((await stored(fresh)).messages).toMatchObject([{ state: 'sending', text: 'v1.x' }])
    expect((await stored(fresh)).attempts).toMatchObject([{ outcome: null }])
  })
})

describe('a channel', () => {
  it('that is off keeps nothing', async () => {
    const tel = newTel()
    expect(await sending(codeTo(tel), { ...production, SMS_PROVIDER: 'off' })).toEqual({ outcome: 'off', log: '' })
    expect(await sending(codeTo(tel, 'weibo'))).toEqual({ outcome: 'off', log: '' })
    expect((await stored(tel)).messages).toEqual([])
  })

  it('without a provider keeps its messages in the outbox, and in development the log shows each one', async () => {
    const tel = newTel()
    const { outcome, log } = await sending(codeTo(tel), { NODE_ENV: 'development' })
    expect(outcome).toBe('kept')
    expect(log).toContain(`您的验证码是 ${CODE}，5分钟内有效。`)
    const { messages, attempts } = await stored(tel)
    expect(messages).toMatchObject([{ state: 'kept', sent_at: null }])
    expect(messages[0]?.text).not.toContain(CODE)
    expect(attempts).toEqual([])
    expect((await sending(codeTo(tel), { NODE_ENV: 'development' }, { production: true })).log).toBe('')
  })

  it('for e-mail sends a letter by the mail server', async () => {
    const letters: string[] = []
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      onData(stream, _session, done) {
        stream.on('data', (part: Buffer) => letters.push(part.toString()))
        stream.on('end', () => done())
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const { outcome, log } = await sending(codeTo('friend@example.com', 'email'), {
      ...production,
      MAIL_PROVIDER: 'smtp',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String((server.server.address() as { port: number }).port),
      SMTP_USER: 'user',
      SMTP_PASSWORD: 'secret',
      MAIL_FROM: '时光胶囊 <no-reply@capsule.test>',
    })
    await new Promise<void>((resolve) => server.close(resolve))
    expect({ outcome, log }).toEqual({ outcome: 'sent', log: '' })
    const [, body = ''] = letters.join('').split('\r\n\r\n')
    expect(Buffer.from(body, 'base64').toString()).toContain(`您的验证码是 ${CODE}`)
    const { messages, attempts } = await stored('friend@example.com')
    expect(messages).toMatchObject([{ state: 'sent', text: null, params: null }])
    expect(attempts).toMatchObject([{ provider: 'smtp', outcome: 'sent' }])
  })
})
