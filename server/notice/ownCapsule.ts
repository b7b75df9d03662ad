import { sql } from 'kysely'
import type { CapsuleStatus, CapsuleType } from '#contract/capsule.ts'
import type { Db } from '#server/context.ts'
import { missing } from '#server/fail.ts'

export type Own = {
  id: number
  type: CapsuleType
  status: CapsuleStatus
  /** How many rounds of notices there were: 0 as long as its day has not come. */
  notice_round: number
  notice_at: string | null
  opened_by: 'owner' | 'tel' | 'email' | 'weibo' | null
}

/** The caller's own capsule, once sealed; held against everybody else while the transaction lasts. Missing otherwise. */
export async function ownCapsule(db: Db, userId: number, capsuleId: number): Promise<Own> {
  const { rows } = await sql<Own>`
    select id, type, status, notice_round, notice_at, opened_by from capsules
    where id = ${capsuleId} and owner_id = ${userId} and sealed_at is not null
    for no key update`.execute(db)
  if (!rows[0]) throw missing()
  return rows[0]
}
