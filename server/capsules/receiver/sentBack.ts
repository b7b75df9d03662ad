import { type RawBuilder, sql } from 'kysely'
import { addressOf } from '#contract/pages.ts'
import { ANSWER_EARLY, BACK_TOLD, SENDER_LEFT, type To } from '#contract/receiver.ts'
import { firstOf } from '#server/capsules/capsule/letters.ts'
import { missing, refuseAt } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { heldPerson } from '#server/platform/db/locks.ts'
import { FIRST, type newReceiver } from './newReceiver.ts'

/** Whose it is that is sealed in answer to a capsule, and with which capsule the two began. */
export type Back = { backFor: number; backFirst: number }
export const NO_BACK: Back = { backFor: 0, backFirst: 0 }

const FIELD = 'to.back_to'

/** To whom a capsule goes back; nothing of one that goes to nobody back. Refuses unless the caller has received and opened it. */
export async function backOf({ db, caller }: UserContext, to: To | undefined): Promise<Back | undefined> {
  if (!to?.back_to) return undefined
  const id = Number(to.back_to)
  const { rows } = await sql<Back & { opened: boolean; left: boolean }>`
    select c.owner_id as "backFor", ${firstOf(id)} as "backFirst", r.opened_at is not null as opened, u.cancelled_at is not null as left
    from receivers r join capsules c on c.id = r.capsule_id join users u on u.id = c.owner_id
    where r.capsule_id = ${id} and r.received_by = ${caller.userId} and c.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw missing()
  if (!row.opened) throw refuseAt(FIELD, ANSWER_EARLY)
  if (row.left) throw refuseAt(FIELD, SENDER_LEFT)
  return { backFor: row.backFor, backFirst: row.backFirst }
}

const RECEIVED_PAGE = addressOf('meCapsule', { tab: 'received' })

type SentBackValues = ReturnType<typeof newReceiver> & Back & { openTime: string; userId: number }

/**
 * In place of `receiverSql`: it is theirs at once, they are told so, and it stands with what went between the two before. Where they
 * leave at this moment, or wanted no more of what this sender sealed in answer, nobody has it, which their sender does not learn.
 */
export const sentBackSql = (v: SentBackValues, made: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    , there as (${heldPerson(v.backFor, made)}), willing as (
      select id from there where not exists (
        select from capsules_back b join capsules c on c.id = b.capsule_id join receivers r on r.capsule_id = b.capsule_id
        where b.first_id = ${v.backFirst} and c.owner_id = ${v.userId} and r.refused_at is not null)
    ), given as (
      insert into receivers (capsule_id, name, show_title, generation, token_hash, received_by, received_at, notice_at, refused_at)
      select m.id, ${v.receiverName}, ${v.showTitle}, ${sql.lit(FIRST)}, ${v.receiverHash}::bytea, t.id,
        case when t.id is not null then now() end, case when t.id is not null then ${v.openTime}::timestamptz end,
        case when t.id is null and exists (select from there) then now() end
      from ${made} m left join willing t on true
    ), back as (
      insert into capsules_back (capsule_id, first_id) select id, ${v.backFirst} from ${made}
    ), told as (
      insert into inbox (user_id, kind, text, page) select id, 'answered', ${BACK_TOLD}, ${RECEIVED_PAGE} from willing
    )`

/** Of `c`, the capsules row, and its receivers row `r`: it was sent back to somebody, who has it. */
export const HAS_ARRIVED = sql<boolean>`((r.received_by is not null or r.refused_at is not null)
  and exists (select from capsules_back b where b.capsule_id = c.id))`
