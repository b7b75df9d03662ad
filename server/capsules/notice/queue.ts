import type { LinkChannel } from '#contract/notice.ts'
import type { Way } from '#contract/receiver.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Messages } from '#server/platform/db/tables.ts'
import { queue, type When } from '#server/platform/message/queue.ts'
import type { Template } from '#server/platform/message/texts.ts'

export type Recipient = 'owner' | LinkChannel
export type Notice = {
  capsuleId: number
  contact: Recipient
  occasion: string
  template: Template
  /** Since when it may have gone out already (clock/losses.ts). */
  doubt_from?: string | null
  /** Of a receiver, how they are reached. */
  way?: Way
}

const CHANNEL: Record<Exclude<Recipient, 'receiver'>, Messages['channel']> = {
  owner: 'sms',
  tel: 'sms',
  email: 'email',
  weibo: 'weibo',
}

/** Writes down what has to be said of capsules, once per capsule, recipient and occasion (message/queue.ts). */
export const queueNotices = (db: Db, notices: readonly Notice[], when?: When): Promise<void> =>
  queue(
    db,
    notices.map(({ capsuleId, contact, way, ...notice }) => ({
      ...notice,
      channel: contact === 'receiver' ? CHANNEL[way!] : CHANNEL[contact],
      capsule_id: capsuleId,
      contact,
    })),
    when,
  )
