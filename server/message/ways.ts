import { createHash } from 'node:crypto'
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
type Sent = Pick<Parcel, 'id' | 'createdAt' | 'recipient'> & { since: Date; named: boolean }
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
          status: ({ recipient, since, named, ...sent }) =>
            askAliyunSms(sms, { tel: recipient, outId: named ? nameOf(sent) : String(sent.id), at: since }),
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

/**
 * The same for every try of one message, and never again for another one: a restored database gives an id a second time.
 * Tells nobody how many there are.
 */
const nameOf = ({ id, createdAt }: Pick<Parcel, 'id' | 'createdAt'>): string =>
  createHash('sha256').update(`${id} ${createdAt}`).digest('hex').slice(0, 32)
