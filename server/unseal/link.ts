import { sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import type { ContactChannel } from '#contract/notice.ts'
import { CLOCK_HELD, LINK_GONE } from '#contract/unseal.ts'
import { CARD_COLUMNS, type CardRow } from '#server/capsule/card.ts'
import { hasCome } from '#server/capsule/mayOpen.ts'
import { OPENS_IN_MINUTES } from '#server/clock/kept.ts'
import type { Context, Services } from '#server/context.ts'
import { Fail, refuse } from '#server/fail.ts'
import { countGuess, refuseGuessing } from '#server/notice/guesses.ts'
import { tokenHash } from '#server/notice/link.ts'
import { type Locked, lockedColumns } from './sealed.ts'

/** A contact's link and its capsule. `come`: its open time has; `opens`: by a clock that can be trusted. */
export type Linked = CardRow &
  Locked & {
    hash: Buffer
    channel: ContactChannel
    generation: number
    owner_id: number
    nickname: string
    come: boolean
    opens: boolean
    held_minutes: number | null
  }

/** It could be opened, or read, but for a clock that is not trusted. */
export const isHeld = ({ come, opens }: Linked): boolean => come && !opens

/**
 * What a link is good for, whoever brings it; 1004 for one that is unknown, too old or replaced, of which an address may
 * bring so many. One that is too old by no more than a clock that is not trusted is none of these.
 */
export async function findLink(context: Context, token: string): Promise<Linked> {
  refuseGuessing(context)
  const link = await seekLink(context, tokenHash(token))
  if (link) return link
  await countGuess(context)
  throw gone()
}

export async function readLink(services: Needed, hash: Buffer): Promise<Linked> {
  const link = await seekLink(services, hash)
  if (!link) throw gone()
  return link
}

const gone = (): Fail => new Fail(CODE.missing, LINK_GONE)

type Needed = Pick<Services, 'db' | 'clock'>

async function seekLink({ db, clock }: Needed, hash: Buffer): Promise<Linked | undefined> {
  const due = clock.due()
  const row = await db
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
  if (row && !row.lasts) throw refuse(CLOCK_HELD)
  return row && { ...row, hash }
}
