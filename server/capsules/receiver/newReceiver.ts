import { type RawBuilder, sql } from 'kysely'
import type { To } from '#contract/receiver.ts'
import { encryptReceiver } from '#server/capsules/capsule/receiverName.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { receiverHash } from './token.ts'

const FIRST = 1
const NOBODY = { receiverName: '', receiverHash: null, showTitle: 0 }

/** The values of `receiverSql` for a capsule that is being sealed. */
export const newReceiver = (keys: Keys, capsuleId: number, to: To | undefined) =>
  to
    ? {
        receiverName: encryptReceiver(keys, capsuleId, to.name),
        receiverHash: receiverHash(keys, { capsuleId, generation: FIRST }),
        showTitle: to.show_title,
      }
    : NOBODY

/** Part of the statement that seals (seal/sealCapsule.ts): for whom it is, once there is a row in `made`. */
export const receiverSql = (v: ReturnType<typeof newReceiver>, made: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    , given as (
      insert into receivers (capsule_id, name, show_title, generation, token_hash)
      select id, ${v.receiverName}, ${v.showTitle}, ${sql.lit(FIRST)}, ${v.receiverHash}::bytea from ${made}
    )`
