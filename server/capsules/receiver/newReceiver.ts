import { type RawBuilder, sql } from 'kysely'
import type { To } from '#contract/receiver.ts'
import { wayColumns } from '#server/capsules/notice/receiverAddress.ts'
import { encryptReceiver } from '#server/capsules/notice/receiverName.ts'
import { receiverHash } from '#server/capsules/notice/waitingToken.ts'
import type { Keys } from '#server/platform/keys/keys.ts'

export const FIRST = 1

/** The values of `receiverSql` for a capsule that is being sealed. */
export function newReceiver(keys: Keys, capsuleId: number, to: To | undefined) {
  const reached = wayColumns(keys, capsuleId, to)
  const handed = { capsuleId, generation: FIRST, isAddressed: reached.way !== null }
  return {
    receiverName: to ? encryptReceiver(keys, capsuleId, to.name) : '',
    receiverHash: to ? receiverHash(keys, handed) : null,
    showTitle: to?.show_title ?? 0,
    ...reached,
  }
}

/** Part of the statement that seals (seal/sealCapsule.ts): for whom it is, once there is a row in `made`. */
export const receiverSql = (
  v: ReturnType<typeof newReceiver> & { openTime: string },
  made: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    , given as (
      insert into receivers (capsule_id, name, show_title, generation, token_hash, way, address, address_hash, tell_now, notice_at)
      select id, ${v.receiverName}, ${v.showTitle}, ${sql.lit(FIRST)}, ${v.receiverHash}::bytea, ${v.way}::text, ${v.address}::text,
        ${v.addressHash}::bytea, ${v.tellNow}, case when ${v.way}::text is not null then ${v.openTime}::timestamptz end
      from ${made}
    )`
