import { sql } from 'kysely'
import type { ContactChannel } from '#contract/notice.ts'
import type { Db } from '#server/context.ts'
import type { Messages } from '#server/db/tables.ts'

export type Recipient = 'owner' | ContactChannel
/** What a message says; none names a title or anything that is sealed. */
export type NoticeTemplate = 'open' | 'openOwner' | 'confirm' | 'approved' | 'rejected' | 'bounced' | 'questions'
export type Notice = { capsuleId: number; contact: Recipient; occasion: string; template: NoticeTemplate }

const CHANNEL: Record<Recipient, Messages['channel']> = { owner: 'sms', tel: 'sms', email: 'email', weibo: 'weibo' }

/**
 * Writes down what has to be said, for the job that sends it; once per capsule, recipient and occasion, however often
 * it is asked for. Belongs into the transaction of what it tells of.
 */
export async function queueNotices(db: Db, notices: readonly Notice[], { afterDays = 0 } = {}): Promise<void> {
  if (notices.length === 0) return
  await db
    .insertInto('messages')
    .values(
      notices.map(({ capsuleId, contact, occasion, template }) => ({
        channel: CHANNEL[contact],
        recipient: '',
        template,
        params: null,
        text: null,
        state: 'waiting' as const,
        capsule_id: capsuleId,
        contact,
        occasion,
        next_at: sql<string>`now() + make_interval(days => ${afterDays})`,
      })),
    )
    .onConflict((on) =>
      on.columns(['capsule_id', 'contact', 'occasion']).where('capsule_id', 'is not', null).doNothing(),
    )
    .execute()
}
