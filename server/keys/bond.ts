import type { CapsuleType } from '#contract/capsule.ts'
import { moment } from '#server/db/moment.ts'

/**
 * What a capsule is as long as it is sealed: a row in which one of these was edited no longer opens. `opens` is the open
 * time as `YYYY-MM-DD HH:mm:ss` of China, empty for what is not sealed.
 */
export type Bond = { id: number; owner: number; type: CapsuleType; opens: string }

/** The columns of a capsules row that say it. */
export type BondRow = {
  id: number
  owner_id: number
  type: CapsuleType
  sealed_at: string | null
  open_time: string | null
}
export const BOND_COLUMNS = ['c.id', 'c.owner_id', 'c.type', 'c.sealed_at', 'c.open_time'] as const

export const bondOf = ({ id, owner_id, type, sealed_at, open_time }: BondRow): Bond => ({
  id,
  owner: owner_id,
  type,
  // A draft's open time is only a plan.
  opens: sealed_at === null ? '' : moment(open_time),
})
