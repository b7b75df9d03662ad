import { sql } from 'kysely'
import type { Services } from '#server/context.ts'
import type { Messages } from '#server/db/tables.ts'
import { boxText } from '#server/keys/box.ts'
import type { Delivery } from '#server/outside/delivery.ts'
import { recipientOf } from './address.ts'
import { beginAttempt, ended } from './attempts.ts'
import { type Parcel, type Provider, WAYS } from './deliver.ts'

export type Message = {
  channel: Messages['channel']
  recipient: string
  template: 'code'
  params: Record<string, string>
}
type Needed = Pick<Services, 'db' | 'keys' | 'config' | 'log'>

const TEXTS: Record<Message['template'], (params: Record<string, string>) => string> = {
  code: ({ code }) => `【时光胶囊】您的验证码是 ${code}，5分钟内有效。请勿告诉他人。`,
}
const SUBJECTS: Record<Message['template'], string> = { code: '时光胶囊验证码' }

/**
 * Sends the message by its channel's provider, or keeps it in the outbox (decisions 5). Never inside a transaction:
 * what was sent stays sent, and a provider may take its time.
 */
export async function send(context: Needed, message: Message): Promise<'kept' | 'off' | Delivery['outcome']> {
  const { config, log } = context
  const { channel, recipient, template, params } = message
  const way = WAYS[channel](config, false)
  if (way === 'off' || way === 'operator') return 'off'
  const text = TEXTS[template](params)
  const { id, created_at: createdAt } = await keep(context, message, text, way === 'outbox' ? 'kept' : 'sending')
  if (way !== 'outbox')
    return ask(context, way, { id, createdAt, recipient, template, params, subject: SUBJECTS[template], text })
  if (!config.production) log.info({ channel, to: recipient }, text)
  return 'kept'
}

function keep({ db, keys }: Needed, message: Message, text: string, state: 'kept' | 'sending') {
  const recipient = recipientOf(keys, message.recipient)
  return db
    .insertInto('messages')
    .values({
      channel: message.channel,
      recipient,
      template: message.template,
      address: boxText(keys, message.recipient, recipient),
      params: boxText(keys, JSON.stringify(message.params), recipient),
      text: boxText(keys, text, recipient),
      state,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
}

async function ask({ db, log }: Needed, provider: Provider, parcel: Parcel): Promise<Delivery['outcome']> {
  const attemptId = await beginAttempt(db, parcel.id, provider.name)
  const delivery = await provider.deliver(parcel)
  const { outcome, code } = delivery
  // A code is never sent twice: whatever became of it, nothing of it stays.
  await sql`
    with over as (${ended(attemptId, delivery)})
    update messages set state = ${outcome}, text = null, params = null, address = null,
      sent_at = ${outcome === 'sent' ? sql`now()` : null} where id = ${parcel.id}`.execute(db)
  if (outcome !== 'sent')
    log.warn({ message: parcel.id, provider: provider.name, code, outcome }, 'a message did not go out')
  return outcome
}
