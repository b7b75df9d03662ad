import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Messages } from '#server/platform/db/tables.ts'
import { encryptText } from '#server/platform/keys/encryption.ts'
import type { Delivery } from '#server/platform/outside/delivery.ts'
import type { Sweep } from '#server/platform/sweep.ts'
import { beginAttempt, ended } from './attempts.ts'
import { recipientOf } from './recipient.ts'
import { SPOKEN, textOf } from './texts.ts'
import { type OutgoingMessage, type Provider, TRANSPORTS } from './transports.ts'

/** A code, to the person who holds the number: it is worth nothing later, and so never waits. */
export type Code = { channel: Messages['channel']; recipient: string; code: string }
const TEMPLATE = 'code'

type SendServices = Pick<Services, 'db' | 'keys' | 'config' | 'log' | 'metrics'>

/**
 * Sends the code by its channel's provider, or keeps it in the outbox (readings 5). Never inside a transaction:
 * what was sent stays sent, and a provider may take its time.
 */
export async function sendNow(context: SendServices, message: Code): Promise<'kept' | 'off' | Delivery['outcome']> {
  const { config, log } = context
  const { channel, recipient, code } = message
  const way = TRANSPORTS[channel](config, false)
  if (way === 'off' || way === 'operator') return 'off'
  const { sentence, subject } = textOf(TEMPLATE)
  const text = SPOKEN.sms(sentence({ link: '', code }), recipient)
  const { id, created_at: createdAt } = await store(context, message, text, way === 'outbox' ? 'kept' : 'sending')
  if (way !== 'outbox')
    return ask(context, way, { id, createdAt, recipient, template: TEMPLATE, params: { code }, subject, text })
  if (!config.production) log.info({ channel, to: recipient }, text)
  return 'kept'
}

function store({ db, keys }: SendServices, message: Code, text: string, state: 'kept' | 'sending') {
  const recipient = recipientOf(keys, message.recipient)
  return db
    .insertInto('messages')
    .values({
      channel: message.channel,
      recipient,
      template: TEMPLATE,
      address: encryptText(keys, message.recipient, recipient),
      params: encryptText(keys, JSON.stringify({ code: message.code }), recipient),
      text: encryptText(keys, text, recipient),
      state,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
}

async function ask(
  { db, log, metrics }: SendServices,
  provider: Provider,
  message: OutgoingMessage,
): Promise<Delivery['outcome']> {
  const attemptId = await beginAttempt(db, message.id, provider.name)
  const delivery = await provider.deliver(message)
  const { outcome, code } = delivery
  metrics.providerAnswers.inc({ provider: provider.name, outcome })
  // A code is never sent twice: whatever became of it, nothing of it stays.
  await sql`
    with over as (${ended(attemptId, delivery)})
    update messages set state = ${outcome}, text = null, params = null, address = null,
      sent_at = ${outcome === 'sent' ? sql`now()` : null} where id = ${message.id}`.execute(db)
  if (outcome !== 'sent')
    log.warn({ message: message.id, provider: provider.name, code, outcome }, 'a message did not go out')
  return outcome
}

/** Of no use to anybody after their five minutes; their attempts go with them. */
export const oldCodeMessages: Sweep = {
  from: 'messages',
  when: sql`template = ${sql.lit(TEMPLATE)} and created_at < now() - interval '2 days'`,
}
