import { type RawBuilder, sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import type { CardRow } from './card.ts'

/** Of a receivers row `r`: how its receiver is called, boxed, whether they see the title, and when they opened it. */
export const receivedColumns: RawBuilder<unknown> = sql`r.name as received_name, r.show_title as received_title, r.opened_at as received_open_at,
    r.hidden as received_hidden, r.allowed_at is not null as received_allowed`

export type ReceivedRow = {
  received_name: string
  received_title: number
  received_open_at: string | null
  received_hidden: boolean
  received_allowed: boolean
}

/**
 * A capsule as its receiver knows it: open once they have opened it for themselves, whatever its sender did; without its title
 * before that, unless its sender shows it.
 */
export const asReceived = <Row extends CardRow & Omit<ReceivedRow, 'received_allowed'>>(row: Row): Row => ({
  ...row,
  status: row.received_open_at ? STATUS.unsealed : STATUS.sealed,
  open_at: row.received_open_at,
  long_tag: row.received_open_at || row.received_title === 1 ? row.long_tag : '',
  is_public: 0,
  review: null,
  is_lock: 0,
  love_count: 0,
  updated_at: row.received_open_at ?? row.sealed_at ?? row.created_at,
})

/** Of `c`, the capsules row: this person has received it. */
export const isReceivedBy = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from receivers r where r.capsule_id = c.id and r.received_by = ${userId})`

/** Of `c`, the capsules row: this person has received it and opened it for themselves. */
export const isOpenedBy = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from receivers r where r.capsule_id = c.id and r.received_by = ${userId}
    and r.opened_at is not null)`
