import { type RawBuilder, sql } from 'kysely'
import { ALREADY_OPEN, CLOCK_HELD, TOO_EARLY } from '#contract/unseal.ts'
import { isToldOf } from '#server/capsules/notice/planReceived.ts'
import { refuse } from '#server/core/fail.ts'
import type { Services, UserContext } from '#server/platform/context.ts'
import { BINDING_COLUMNS, type BindingRow } from '#server/platform/keys/binding.ts'
import type { Envelope } from '#server/platform/keys/envelope.ts'
import { withdrawn } from '#server/platform/message/queue.ts'
import { checkAnswers, triesOfReceiver } from './answers.ts'
import { refuseUnlessAsSealed } from './openStatement.ts'
import { type Locked, lockedColumns, type Mine } from './sealed.ts'

type ReceivedRow = BindingRow & Locked & { envelope: Envelope; opened: boolean; come: boolean; opens: boolean }
/** A capsule as one receiver has it; `which` is about the receivers row `r`. */
type Receiving = { id: number; which: RawBuilder<unknown> }
type OpenServices = Pick<Services, 'db' | 'clock' | 'keys' | 'log'>

/**
 * Opens a capsule that the caller has received, for themselves alone: from its open time on – an early unsealing that was approved is
 * the sender's – and with every answer. The sender's opening and notices stay as they are. False where the caller has received
 * no such capsule.
 */
export async function openReceived(
  context: UserContext,
  mine: Mine,
  key_answer: Record<string, string>,
): Promise<boolean> {
  const receiving = { id: mine.id, which: sql`r.received_by = ${mine.userId}` }
  const row = await readReceived(context, receiving)
  if (!row) return false
  if (row.opened) throw refuse(ALREADY_OPEN)
  if (!row.opens) throw refuse(row.come ? CLOCK_HELD : TOO_EARLY)
  await checkAnswers({ ...context, bucket: triesOfReceiver(mine) }, row, key_answer)
  if (!(await open(context, receiving, row))) throw refuse(ALREADY_OPEN)
  return true
}

/** Opens it for the holder of its receiver's link, who has answered; false where it is open, or the link has ended meanwhile. */
export async function openByReceiversLink(
  services: OpenServices,
  { id, hash }: { id: number; hash: Buffer },
): Promise<boolean> {
  const receiving = { id, which: sql`r.link_hash = ${hash}::bytea` }
  const row = await readReceived(services, receiving)
  if (!row?.opens || row.opened) return false
  return open(services, receiving, row)
}

async function readReceived({ db, clock }: OpenServices, { id, which }: Receiving): Promise<ReceivedRow | undefined> {
  const due = clock.due()
  return db
    .selectFrom('receivers as r')
    .innerJoin('capsules as c', 'c.id', 'r.capsule_id')
    .innerJoin('capsule_contents as k', 'k.capsule_id', 'c.id')
    .select([...BINDING_COLUMNS, 'k.envelope', ...lockedColumns(due)])
    .select([
      sql<boolean>`r.opened_at is not null`.as('opened'),
      sql<boolean>`c.open_time <= now()`.as('come'),
      sql<boolean>`c.open_time <= ${due}`.as('opens'),
    ])
    .where('r.capsule_id', '=', id)
    .where(sql<boolean>`${which}`)
    .executeTakeFirst() as Promise<ReceivedRow | undefined>
}

/** It may have been taken back, or opened on another device, while its answers were looked at. */
async function open(services: OpenServices, { id, which }: Receiving, row: ReceivedRow): Promise<boolean> {
  const { db, clock } = services
  const { envelope, ...binding } = row
  refuseUnlessAsSealed(services, { ...binding, envelope })
  const { rows } = await sql`
    with opened as (
      update receivers r set opened_at = now(), notice_at = null
      where r.capsule_id = ${id} and ${which} and r.opened_at is null and exists (
        select from capsules c where c.id = r.capsule_id and c.open_time = ${row.open_time!}::timestamptz
          and c.open_time <= ${clock.due()})
      returning r.received_by
    ), unsaid as (${withdrawn(sql`exists (select from opened) and ${isToldOf(id, sql`(select received_by from opened)`)}`)})
    select 1 from opened`.execute(db)
  return rows.length > 0
}
