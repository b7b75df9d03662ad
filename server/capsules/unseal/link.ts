import { sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import type { LinkChannel } from '#contract/notice.ts'
import { CLOCK_HELD, LINK_GONE } from '#contract/unseal.ts'
import { asReceived } from '#server/capsules/capsule/asReceived.ts'
import { CARD_COLUMNS, type CardRow } from '#server/capsules/capsule/card.ts'
import { hasCome } from '#server/capsules/capsule/mayOpen.ts'
import { countGuess, refuseGuessing } from '#server/capsules/notice/guesses.ts'
import { tokenHash } from '#server/capsules/notice/link.ts'
import { Fail, refuse } from '#server/core/fail.ts'
import { OPENS_IN_MINUTES } from '#server/platform/clock/clockRow.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { shownSender } from '#server/platform/message/senderName.ts'
import { type Locked, lockedColumns } from './sealed.ts'

/** The link of a contact or of the receiver, and its capsule as they know it. `come`: its open time has; `opens`: by a clock that can be trusted. */
export type Linked = CardRow &
  Locked & {
    hash: Buffer
    channel: LinkChannel
    generation: number
    owner_id: number
    nickname: string
    come: boolean
    opens: boolean
    held_minutes: number | null
  }

/** Whether it could be opened, or read, but for a clock that is not trusted. */
export const isHeld = ({ come, opens }: Linked): boolean => come && !opens

/**
 * The capsule behind a link, no matter who brings it; 1004 for a link that is unknown, too old or replaced, of which an address
 * may bring so many. A link that is too old by no more than a clock that is not trusted is none of these.
 */
export async function findLink(context: Context, token: string): Promise<Linked> {
  refuseGuessing(context)
  const link = await seekLink(context, tokenHash(token))
  if (link) return link
  await countGuess(context)
  throw gone()
}

export async function readLink(services: LinkServices, hash: Buffer): Promise<Linked> {
  const link = await seekLink(services, hash)
  if (!link) throw gone()
  return link
}

const gone = (): Fail => new Fail(CODE.missing, LINK_GONE)

type LinkServices = Pick<Services, 'db' | 'clock'>

async function seekLink(services: LinkServices, hash: Buffer): Promise<Linked | undefined> {
  const row = (await seekContact(services, hash)) ?? (await seekReceiver(services, hash))
  if (row && !row.lasts) throw refuse(CLOCK_HELD)
  return row && { ...row, hash }
}

async function seekContact({ db, clock }: LinkServices, hash: Buffer) {
  const due = clock.due()
  return db
    .selectFrom('capsule_contacts as t')
    .innerJoin('capsules as c', 'c.id', 't.capsule_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select([...CARD_COLUMNS, 'c.owner_id', 'u.nickname', 't.channel', 't.generation', ...lockedColumns(due)])
    .select([
      sql<boolean>`c.open_time <= now()`.as('come'),
      hasCome(due).as('opens'),
      OPENS_IN_MINUTES.as('held_minutes'),
    ])
    .select(sql<boolean>`t.valid_until > now()`.as('lasts'))
    .where('t.token_hash', '=', hash)
    .where('t.valid_until', '>', due)
    .where('c.status', '<>', STATUS.draft)
    .executeTakeFirst()
}

/** A receiver who is in stays in while a clock is not trusted, as contacts do (mayOpen.ts). */
async function seekReceiver({ db, clock }: LinkServices, hash: Buffer) {
  const due = clock.due()
  const row = await db
    .selectFrom('receivers as t')
    .innerJoin('capsules as c', 'c.id', 't.capsule_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select([...CARD_COLUMNS, 'c.owner_id', 'u.nickname', 't.generation', ...RECEIVED_COLUMNS, ...lockedColumns(due)])
    .select([
      sql<'receiver'>`'receiver'`.as('channel'),
      sql<boolean>`c.open_time <= now()`.as('come'),
      sql<boolean>`(c.open_time <= ${due} or t.opened_at is not null)`.as('opens'),
      OPENS_IN_MINUTES.as('held_minutes'),
      sql<boolean>`t.valid_until > now()`.as('lasts'),
    ])
    .where('t.link_hash', '=', hash)
    .where('t.valid_until', '>', due)
    .executeTakeFirst()
  return row && { ...asReceived(row), nickname: shownSender(row.nickname) }
}

const RECEIVED_COLUMNS = [
  't.name as received_name',
  't.show_title as received_title',
  't.opened_at as received_open_at',
  't.hidden as received_hidden',
] as const
