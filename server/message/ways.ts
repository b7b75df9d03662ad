import { createHash } from 'node:crypto'
import { addDays, chinaDay } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Messages } from '#server/db/tables.ts'
import { askAliyunSms, sendAliyunSms } from '#server/outside/aliyunSms.ts'
import type { Arrival, Delivery } from '#server/outside/delivery.ts'
import { makeMailer } from '#server/outside/mail.ts'
import { shareAtWeibo } from '#server/outside/weiboShare.ts'
import type { Template } from './texts.ts'

type Channel = Messages['channel']
/** A message as its provider needs it. */
export type Parcel = {
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
export type Sent = Pick<Parcel, 'id' | 'createdAt' | 'recipient' | 'template' | 'params'> & {
  since: Date
  named: boolean
  /** It may lie there from any day since; where it is planned `anew`, under a name that nobody knows any more. */
  doubt?: { until: Date; anew: boolean }
}
export type Provider = {
  name: string
  deliver: (parcel: Parcel) => Promise<Delivery>
  /** What it knows of a message that it may have; providers that cannot be asked have none. */
  status?: (sent: Sent) => Promise<Arrival>
}
/** To a provider, into the outbox, to a person's hands, or nowhere. */
export type Way = Provider | 'outbox' | 'operator' | 'off'

/** Where each channel leads. `mention`: its owner allows a Weibo contact to be named in public. */
export const WAYS: Record<Channel, (config: Config, mention: boolean) => Way> = {
  sms: ({ sms }) =>
    typeof sms === 'string'
      ? sms
      : {
          name: 'aliyun',
          deliver: ({ recipient, template, params, ...parcel }) =>
            sendAliyunSms(sms, { tel: recipient, template, params, outId: nameOf(parcel) }),
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
          deliver: ({ recipient, subject, text, html, stop, ...parcel }) =>
            makeMailer(mail).send({ to: recipient, subject, text, html, stop, messageId: nameOf(parcel) }),
        },
  weibo: ({ weiboNotices }, mention) => {
    if (weiboNotices === 'hand') return 'operator'
    if (typeof weiboNotices === 'string') return weiboNotices
    if (!mention) return 'operator'
    return { name: 'weibo', deliver: ({ text }) => shareAtWeibo(weiboNotices, text) }
  },
}

/** No provider keeps more. */
const DAYS_KEPT = 30

/** The newest first: there it lies most often. */
function daysOf(since: Date, until: Date): string[] {
  const days: string[] = []
  for (let at = until; days.length < DAYS_KEPT && chinaDay(at) >= chinaDay(since); at = addDays(at, -1))
    days.push(chinaDay(at))
  return days
}

/**
 * The same for every try of one message, and never again for another one: a restored database gives an id a second time.
 * Tells nobody how many there are.
 */
const nameOf = ({ id, createdAt }: Pick<Parcel, 'id' | 'createdAt'>): string =>
  createHash('sha256').update(`${id} ${createdAt}`).digest('hex').slice(0, 32)
