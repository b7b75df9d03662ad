import { type RawBuilder, sql } from 'kysely'
import { nextReminder } from '#contract/notice.ts'
import { addressOf } from '#contract/pages.ts'
import { tellAll } from '#server/people/inbox/tell.ts'
import { doubtSince } from '#server/platform/clock/losses.ts'
import type { Services } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { queue } from '#server/platform/message/queue.ts'

const BATCH = 500

type PlanServices = Pick<Services, 'db' | 'clock'>
type Due = {
  capsule_id: number
  received_by: number
  generation: number
  round: number
  open_ms: number
  due: string
  due_ms: number
  has_tel: boolean
  doubt_from: string | null
}

/** The occasion of each round for a person and a capsule they received; one who takes it anew is told anew. */
const occasionOf = ({ capsule_id, generation, round }: Due): string => `received ${capsule_id} ${round} ${generation}`

/** Of a message: it tells its person of this capsule. */
export const isToldOf = (capsuleId: number): RawBuilder<boolean> =>
  sql<boolean>`occasion like ${`received ${capsuleId} %`}`

/**
 * Writes down what has to be said to those who received a capsule whose moment has come, until they open it: in the product, and
 * by SMS where they have a number. A schedule of its own: the sender may have opened theirs long ago.
 */
export async function planReceived(services: PlanServices, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted; ) more = (await planBatch(services)) === BATCH
}

const planBatch = ({ db, clock }: PlanServices): Promise<number> =>
  inTransaction(db, async (db) => {
    const { rows: due } = await sql<Due>`
      select r.capsule_id, r.received_by, r.generation, r.notice_round as round,
        extract(epoch from c.open_time)::float8 * 1000 as open_ms, d.due::text as due,
        extract(epoch from d.due)::float8 * 1000 as due_ms, u.tel is not null as has_tel,
        ${doubtSince(sql`r.notice_at`)} as doubt_from
      from (select ${clock.dueToSend()} as due) d, receivers r
        join capsules c on c.id = r.capsule_id join users u on u.id = r.received_by
      where r.notice_at <= now() and r.notice_at <= d.due
      order by r.notice_at, r.capsule_id limit ${BATCH} for no key update of r skip locked`.execute(db)
    if (due.length === 0) return 0
    const messages = due
      .filter(({ has_tel }) => has_tel)
      .map((row) => ({
        user_id: row.received_by,
        channel: 'sms' as const,
        template: 'received' as const,
        occasion: occasionOf(row),
        doubt_from: row.doubt_from,
      }))
    await queue(db, messages, { from: due[0]!.due })
    const today = due.filter(({ round }) => round === 0).map(({ received_by }) => received_by)
    await tellAll(db, today, TOLD)
    await setNext(db, due)
    return due.length
  })

const TOLD = {
  kind: 'received',
  text: '有人寄给你的一枚时光胶囊可以打开了。',
  page: addressOf('meCapsule', { tab: 'received' }),
} as const

async function setNext(db: PlanServices['db'], due: Due[]): Promise<void> {
  const rows = due.map(({ capsule_id, open_ms, due_ms }) => ({
    id: capsule_id,
    next: nextReminder(new Date(open_ms), new Date(due_ms)).toISOString(),
  }))
  await sql`
    update receivers r set notice_round = r.notice_round + 1, notice_at = n.next
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, next timestamptz)
    where r.capsule_id = n.id`.execute(db)
}
