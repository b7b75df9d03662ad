import type { CapsuleType } from '#contract/capsule.ts'
import { moment } from '#server/platform/db/moment.ts'

/**
 * The fixed facts of a sealed capsule: a row in which one of them was edited no longer opens. `opens` is the open time as
 * `YYYY-MM-DD HH:mm:ss` of China, empty for a capsule that is not sealed.
 */
export type Binding = { id: number; owner: number; type: CapsuleType; opens: string }

/** The columns of a capsules row that hold the binding. */
export type BindingRow = {
  id: number
  owner_id: number
  type: CapsuleType
  sealed_at: string | null
  open_time: string | null
}
export const BINDING_COLUMNS = ['c.id', 'c.owner_id', 'c.type', 'c.sealed_at', 'c.open_time'] as const

export const bindingOf = ({ id, owner_id, type, sealed_at, open_time }: BindingRow): Binding => ({
  id,
  owner: owner_id,
  type,
  // A draft's open time is only a plan.
  opens: sealed_at === null ? '' : moment(open_time),
})
