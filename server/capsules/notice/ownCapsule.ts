import type { CapsuleStatus, CapsuleType } from '#contract/capsule.ts'
import { missing } from '#server/core/fail.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'

export type Own = {
  id: number
  type: CapsuleType
  status: CapsuleStatus
  /** How many rounds of notices there were: 0 as long as its day has not come. */
  notice_round: number
}

/** The caller's own capsule, once sealed; held until the transaction ends. Missing otherwise. */
export async function ownCapsule(db: Tx, userId: number, capsuleId: number): Promise<Own> {
  const own = await lockCapsules(db)
    .select(['c.id', 'c.type', 'c.status', 'c.notice_round'])
    .where('c.id', '=', capsuleId)
    .where('c.owner_id', '=', userId)
    .where('c.sealed_at', 'is not', null)
    .executeTakeFirst()
  if (!own) throw missing()
  return own
}
