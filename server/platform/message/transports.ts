import { createHash } from 'node:crypto'
import { addDays, chinaDay } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import type { Messages } from '#server/platform/db/tables.ts'
import { askAliyunSms, sendAliyunSms } from '#server/platform/outside/aliyunSms.ts'
import type { Arrival, Delivery } from '#server/platform/outside/delivery.ts'
import { makeMailer } from '#server/platform/outside/mail.ts'
import { shareAtWeibo } from '#server/platform/outside/weiboShare.ts'
import type { Template } from './texts.ts'

type Channel = Messages['channel']
/** A message as its provider needs it. */
export type OutgoingMessage = {
  id: number
  createdAt: string
  recipient: string
  template: Template
  params: Record<string, string>
  subject: string
  text: string
  html?: string
  stop?: string
}
/** `named`: sent under the name of its id and moment; by an earlier release under its id alone. */
export type Sent = Pick<OutgoingMessage, 'id' | 'createdAt' | 'recipient' | 'template' | 'params'> & {
  since: Date
  named: boolean
  /** It may lie there from any day since; where it is planned `anew`, under a name that nobody knows any more. */
  doubt?: { until: Date; anew: boolean }
}
export type Provider = {
  name: string
  deliver: (message: OutgoingMessage) => Promise<Delivery>
  /** The provider's answer about a message that it may have; providers that cannot be asked have none. */
  status?: (sent: Sent) => Promise<Arrival>
}
/** To a provider, into the outbox, to a person's hands, or nowhere. */
export type Transport = Provider | 'outbox' | 'operator' | 'off'

/** Where each channel leads. `mention`: its owner allows a Weibo contact to be named in public. */
export const TRANSPORTS: Record<Channel, (config: Config, mention: boolean) => Transport> = {
  sms: ({ sms }) =>
    typeof sms === 'string'
      ? sms
      : {
          name: 'aliyun',
          deliver: ({ recipient, template, params, ...message }) =>
            sendAliyunSms(sms, { tel: recipient, template, params, outId: nameOf(message) }),
          status: ({ recipient: tel, since, named, doubt, template, params, ...sent }) =>
            askAliyunSms(sms, {
              tel,
              outId: named ? nameOf(sent) : String(sent.id),
              days: daysOf(since, doubt?.until ?? since),
              like: doubt?.anew ? { template, params } : undefined,
            }),
        },
  email: ({ mail }) =>
    typeof mail === 'string'
      ? mail
      : {
          name: 'smtp',
          deliver: ({ recipient, subject, text, html, stop, ...message }) =>
            makeMailer(mail).send({ to: recipient, subject, text, html, stop, messageId: nameOf(message) }),
        },
  weibo: ({ weiboNotices }, mention) => {
    if (weiboNotices === 'hand') return 'operator'
    if (typeof weiboNotices === 'string') return weiboNotices
    if (!mention) return 'operator'
    return { name: 'weibo', deliver: ({ text }) => shareAtWeibo(weiboNotices, text) }
  },
}

/** No provider keeps more. */
const PROVIDER_DAYS = 30

/** The newest first: there it lies most often. */
function daysOf(since: Date, until: Date): string[] {
  const days: string[] = []
  for (let at = until; days.length < PROVIDER_DAYS && chinaDay(at) >= chinaDay(since); at = addDays(at, -1))
    days.push(chinaDay(at))
  return days
}

/**
 * The name of a message: the same for every try, and never again for another message: a restored database gives an id a second
 * time. Tells nobody how many messages there are.
 */
const nameOf = ({ id, createdAt }: Pick<OutgoingMessage, 'id' | 'createdAt'>): string =>
  createHash('sha256').update(`${id} ${createdAt}`).digest('hex').slice(0, 32)
