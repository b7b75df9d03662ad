import type { Context } from '#server/context.ts'
import { boxText } from '#server/keys/box.ts'

export type Message = {
  channel: 'sms' | 'email' | 'weibo'
  recipient: string
  template: 'code'
  params: Record<string, string>
}

const TEXTS: Record<Message['template'], (params: Record<string, string>) => string> = {
  code: ({ code }) => `【时光胶囊】您的验证码是 ${code}，5分钟内有效。请勿告诉他人。`,
}

/** Keeps the message in the outbox, encrypted, until something takes it out (decisions 5). */
export async function send({ db, keys, config, log }: Context, message: Message): Promise<void> {
  if (config.smsOff) return
  const { channel, recipient, template, params } = message
  const text = TEXTS[template](params)
  await db
    .insertInto('messages')
    .values({
      channel,
      recipient,
      template,
      params: boxText(keys, JSON.stringify(params), recipient),
      text: boxText(keys, text, recipient),
    })
    .execute()
  if (!config.production) log.info({ channel, to: recipient }, text)
}
