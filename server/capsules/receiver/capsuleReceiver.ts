import { type RawBuilder, sql } from 'kysely'
import type { Output, Parsed } from '#contract/calls.ts'
import { RECEIVER_OPENED } from '#contract/receiver.ts'
import { decryptReceiver } from '#server/capsules/capsule/receiverName.ts'
import { isToldOf } from '#server/capsules/notice/planReceived.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { flagOf } from '#server/core/flagOf.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { withdrawn } from '#server/platform/message/queue.ts'
import { type Handed, receiverHash, waitingUrl } from './token.ts'

type ReceiverRow = {
  name: string
  show_title: number
  generation: number
  open_time: string
  received_at: string | null
  refused: boolean
  opened: boolean
}

/** For whom the caller's capsule is, the address to hand over, and whether it was taken – never by whom. */
export async function capsuleReceiver(context: UserContext, { capsule_id }: Parsed<'capsuleReceiver'>) {
  const id = Number(capsule_id)
  return shown(context, id, await receiverOf(context.db, id, context.caller.userId))
}

/** Ends the address that was handed over, also for the person who took it: from now on another leads to it. Refuses once they have opened it. */
export async function undoReceiver(context: UserContext, { capsule_id }: Parsed<'undoReceiver'>) {
  const { db, keys, caller } = context
  const id = Number(capsule_id)
  const { generation } = await receiverOf(db, id, caller.userId)
  const isEnded = await renew(db, keys, { capsuleId: id, generation: generation + 1 }, NOT_OPENED)
  const now = await receiverOf(db, id, caller.userId)
  if (!isEnded && now.opened) throw refuse(RECEIVER_OPENED)
  return shown(context, id, now)
}

/** The address that its sender hands over, for the answer of the sealing. */
export async function handedOver(context: UserContext, capsuleId: string) {
  const id = Number(capsuleId)
  const { generation } = await receiverOf(context.db, id, context.caller.userId)
  return { waiting_url: waitingUrl(context, { capsuleId: id, generation }) }
}

/** Takes a person who leaves out of what they had received; the sender may hand it over to another. */
export async function leaveReceived(db: Db, keys: Keys, userId: number): Promise<void> {
  const rows = await db
    .selectFrom('receivers')
    .select(['capsule_id', 'generation'])
    .where('received_by', '=', userId)
    .execute()
  for (const { capsule_id, generation } of rows)
    await renew(db, keys, { capsuleId: capsule_id, generation: generation + 1 }, ANY)
}

const NOT_OPENED = sql`opened_at is null`
const ANY = sql`true`

/**
 * From now on another address leads to it, and nobody has it; whether it was so that `condition` held. Notices that were on their way
 * to the person who had taken it are withdrawn. Two who ask at once end it once.
 */
async function renew(db: Db, keys: Keys, handed: Handed, condition: RawBuilder<unknown>): Promise<boolean> {
  const { capsuleId, generation } = handed
  const { rows } = await sql`
    with was as (select received_by from receivers where capsule_id = ${capsuleId} and ${condition}), unsaid as (
      ${withdrawn(sql`user_id = (select received_by from was) and ${isToldOf(capsuleId)}`)}
    )
    update receivers set generation = ${generation}, token_hash = ${receiverHash(keys, handed)}, received_by = null, received_at = null,
      refused_at = null, opened_at = null, hidden = false, notice_at = null, notice_round = 0
    where capsule_id = ${capsuleId} and generation < ${generation} and ${condition} returning 1`.execute(db)
  return rows.length > 0
}

async function receiverOf(db: Db, id: number, userId: number): Promise<ReceiverRow> {
  const { rows } = await sql<ReceiverRow>`
    select r.name, r.show_title, r.generation, c.open_time, r.received_at,
      r.refused_at is not null and c.open_time <= now() as refused, r.opened_at is not null as opened
    from receivers r join capsules c on c.id = r.capsule_id
    where r.capsule_id = ${id} and c.owner_id = ${userId}`.execute(db)
  const [row] = rows
  if (!row) throw missing()
  return row
}

const shown = (context: UserContext, id: number, row: ReceiverRow): Output<'capsuleReceiver'> => ({
  name: decryptReceiver(context.keys, id, row.name),
  show_title: flagOf(row.show_title === 1),
  waiting_url: waitingUrl(context, { capsuleId: id, generation: row.generation }),
  open_time: moment(row.open_time),
  received_at: moment(row.received_at),
  refused: flagOf(row.refused),
  opened: flagOf(row.opened),
})
