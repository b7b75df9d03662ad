import { type RawBuilder, sql } from 'kysely'
import type { Output, Parsed } from '#contract/calls.ts'
import { ALREADY_RECEIVED, BACK_ARRIVED, RECEIVER_DUE, RECEIVER_OPENED, type Way } from '#contract/receiver.ts'
import { SHORTENED } from '#server/capsules/notice/address.ts'
import { isToldOf } from '#server/capsules/notice/planReceived.ts'
import { decryptWay, dropSameContact, wayColumns } from '#server/capsules/notice/receiverAddress.ts'
import { decryptReceiver } from '#server/capsules/notice/receiverName.ts'
import { type Handed, receiverHash, waitingUrl } from '#server/capsules/notice/waitingToken.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { flagOf } from '#server/core/flagOf.ts'
import { refuseUnlessProved } from '#server/people/account/proof/refuseUnlessProved.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { withdrawn } from '#server/platform/message/queue.ts'
import { consume } from '#server/platform/rateLimit.ts'
import { showNobodyElse } from './allowSharing.ts'
import { refuseOwnNumber, refuseTooManyCards } from './ownAddress.ts'
import { HAS_ARRIVED } from './sentBack.ts'

type ReceiverRow = {
  name: string
  show_title: number
  generation: number
  way: Way | null
  address: string | null
  tell_now: number
  bounced: boolean
  open_time: string
  due: boolean
  received_at: string | null
  arrived: boolean
  refused: boolean
  opened: boolean
}

const CHANGES = [{ most: 20, seconds: 86_400 }]

/** For whom the caller's capsule is, the address to hand over, and whether it was taken – never by whom. */
export async function capsuleReceiver(context: UserContext, { capsule_id }: Parsed<'capsuleReceiver'>) {
  const id = Number(capsule_id)
  return shown(context, id, await receiverOf(context.db, id, context.caller.userId))
}

/**
 * Ends the address that was handed over, also for the person who took it: from now on another leads to it. Refuses once its day has
 * come for who took it, or they have opened it.
 */
export async function undoReceiver(context: UserContext, { capsule_id }: Parsed<'undoReceiver'>) {
  const { db, keys, caller } = context
  const id = Number(capsule_id)
  const { generation, way, arrived } = await receiverOf(db, id, caller.userId)
  if (arrived) throw refuse(BACK_ARRIVED)
  const next = { capsuleId: id, generation: generation + 1, isAddressed: way !== null }
  const isEnded = await renew(db, keys, next, sql`opened_at is null and (received_by is null or ${NOT_DUE})`)
  const now = await receiverOf(db, id, caller.userId)
  if (!isEnded && now.opened) throw refuse(RECEIVER_OPENED)
  if (!isEnded && now.due && now.received_at) throw refuse(RECEIVER_DUE)
  return shown(context, id, now)
}

/**
 * Another way to the same person, or none, until somebody has taken it. The address of before leads nowhere, and a card of
 * before that waits goes nowhere. Whose sign-in is not proved is refused: a letter must not be led elsewhere on a found telephone.
 */
export async function changeReceiver(context: UserContext, input: Parsed<'changeReceiver'>) {
  const { db, keys, caller } = context
  const id = Number(input.capsule_id)
  await refuseUnlessProved(context)
  const { generation } = await receiverOf(db, id, caller.userId)
  await refuseOwnNumber(context, input.tel, 'tel')
  await consume(db, `receivers by ${caller.userId}`, CHANGES)
  await refuseTooManyCards(context, input, 'tell_now')
  const columns = wayColumns(keys, id, input)
  const next = { capsuleId: id, generation: generation + 1, isAddressed: columns.way !== null }
  const isChanged = await renew(db, keys, next, sql`opened_at is null and received_by is null`, columns)
  const now = await receiverOf(db, id, caller.userId)
  if (!isChanged && (now.opened || now.received_at)) throw refuse(ALREADY_RECEIVED)
  if (isChanged) await dropSameContact({ db, keys }, id)
  return shown(context, id, now)
}

/** The address that its sender hands over, for the answer of the sealing. */
export async function handedOver(context: UserContext, capsuleId: string) {
  const id = Number(capsuleId)
  const { generation, way } = await receiverOf(context.db, id, context.caller.userId)
  return { waiting_url: waitingUrl(context, { capsuleId: id, generation, isAddressed: way !== null }) }
}

/** Takes a person who leaves out of what they had received, with the address by which they were reached; the sender may hand it over to another. Their yes ends with it. */
export async function leaveReceived(db: Db, keys: Keys, userId: number): Promise<void> {
  const rows = await db
    .selectFrom('receivers')
    .select(['capsule_id', 'generation'])
    .where('received_by', '=', userId)
    .execute()
  for (const { capsule_id, generation } of rows) {
    const next = { capsuleId: capsule_id, generation: generation + 1, isAddressed: false }
    await renew(db, keys, next, sql`true`, wayColumns(keys, capsule_id, undefined))
    await showNobodyElse(db, capsule_id)
  }
}

const NOT_DUE = sql`(select open_time > now() from capsules where id = capsule_id)`

/**
 * From now on another address leads to it, and nobody has it; whether it was so that `condition` held. Notices that were on their way
 * to the person who had taken it, or to the address by which they were reached, are withdrawn; `columns` give another one, which is
 * told anew. Two who ask at once end it once.
 */
async function renew(
  db: Db,
  keys: Keys,
  handed: Handed,
  condition: RawBuilder<unknown>,
  columns?: ReturnType<typeof wayColumns>,
): Promise<boolean> {
  const { capsuleId, generation } = handed
  const anew = columns
    ? sql`, way = ${columns.way}, address = ${columns.address}, address_hash = ${columns.addressHash}::bytea,
        tell_now = ${columns.tellNow}, asked_at = null, bounced_at = null`
    : sql``
  const { rows } = await sql`
    with was as (select received_by from receivers where capsule_id = ${capsuleId} and ${condition}), unsaid as (
      ${withdrawn(sql`exists (select from was) and ${isToldOf(capsuleId, sql`(select received_by from was)`)}`)}
    )
    update receivers set generation = ${generation}, token_hash = ${receiverHash(keys, handed)}, received_by = null, received_at = null,
      refused_at = null, opened_at = null, allowed_at = null, hidden = false, notice_at = ${handed.isAddressed ? NEXT_NOTICE : null}, notice_round = 0,
      link_hash = null, valid_until = null, stop_hash = null ${anew}
    where capsule_id = ${capsuleId} and generation < ${generation} and ${condition} returning 1`.execute(db)
  return rows.length > 0
}

/** The day itself, or at once where that is over. */
const NEXT_NOTICE = sql`(select open_time from capsules where id = capsule_id)`

async function receiverOf(db: Db, id: number, userId: number): Promise<ReceiverRow> {
  const { rows } = await sql<ReceiverRow>`
    select r.name, r.show_title, r.generation, r.way, r.address, r.tell_now, r.bounced_at is not null as bounced,
      c.open_time, c.open_time <= now() as due, r.received_at, ${HAS_ARRIVED} as arrived,
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
  waiting_url: row.arrived
    ? ''
    : waitingUrl(context, { capsuleId: id, generation: row.generation, isAddressed: row.way !== null }),
  way: row.way ?? '',
  address: row.way && row.address ? SHORTENED[row.way](decryptWay(context.keys, id, row.address)) : '',
  tell_now: flagOf(row.tell_now === 1),
  bounced: flagOf(row.bounced),
  open_time: moment(row.open_time),
  received_at: moment(row.received_at),
  refused: flagOf(row.refused),
  opened: flagOf(row.opened),
})
