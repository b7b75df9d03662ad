import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Messages } from '#server/db/tables.ts'
import { sendAliyunSms } from '#server/outside/aliyunSms.ts'
import type { Delivery } from '#server/outside/delivery.ts'
import { makeMailer } from '#server/outside/mail.ts'

type Channel = Messages['channel']
/** A message as its provider needs it. */
export type Parcel = {
  id: number
  createdAt: string
  recipient: string
  params: Record<string, string>
  subject: string
  text: string
}
export type Provider = { name: string; deliver: (parcel: Parcel) => Promise<Delivery> }

/** Where each channel leads: to a provider, into the outbox, or nowhere. */
export const WAYS: Record<Channel, (config: Config) => Provider | 'outbox' | 'off'> = {
  sms: ({ sms }) =>
    typeof sms === 'string'
      ? sms
      : {
          name: 'aliyun',
          deliver: ({ id, recipient, params }) => sendAliyunSms(sms, { tel: recipient, params, outId: String(id) }),
        },
  email: ({ mail }) =>
    typeof mail === 'string'
      ? mail
      : {
          name: 'smtp',
          deliver: ({ recipient, subject, text, ...parcel }) =>
            makeMailer(mail).send({ to: recipient, subject, text, messageId: nameOf(parcel) }),
        },
  weibo: ({ weiboNotices }) => weiboNotices,
}

/** The same for every try of one message; tells nobody how many there are. */
const nameOf = ({ id, createdAt }: Pick<Parcel, 'id' | 'createdAt'>): string =>
  createHash('sha256').update(`${id} ${createdAt}`).digest('hex').slice(0, 32)
