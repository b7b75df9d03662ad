import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { missing, refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { refuseTooMany } from './limits.ts'
import { ownCapsule } from './ownCapsule.ts'
import { openLinks, openNotice } from './plan.ts'
import { queueNotices } from './queue.ts'
import { dropWaiting } from './removeContact.ts'

const NOT_YET = '到了解封时间才有链接'

/** Ends the contact's link at once and sends a new one; once the capsule is open it only ends. */
export async function renewLink({ db, keys, caller }: UserContext, { capsule_id, channel }: Parsed<'renewLink'>) {
  const id = Number(capsule_id)
  await inTransaction(db, async (db) => {
    const { status, notice_round } = await ownCapsule(db, caller.userId, id)
    if (status !== STATUS.unsealed && notice_round === 0) throw refuse(NOT_YET)
    const { rows } = await sql<{ generation: number; address: string }>`
      update capsule_contacts set generation = generation + 1, bounced_at = null,
        token_hash = null, valid_until = null
      where capsule_id = ${id} and channel = ${channel} returning generation, address`.execute(db)
    const renewed = rows[0]
    if (!renewed) throw missing()
    await dropWaiting(db, id, channel)
    if (status === STATUS.unsealed) return
    await refuseTooMany(db, keys, id, channel, renewed.address)
    await openLinks(db, keys, [{ capsule_id: id, channel, ...renewed }])
    await queueNotices(db, [openNotice(id, channel, notice_round - 1, renewed.generation)])
  })
  return {}
}
