import { type RawBuilder, sql } from 'kysely'
import { nextReminder } from '#contract/notice.ts'
import { addressOf } from '#contract/pages.ts'
import type { Way } from '#contract/receiver.ts'
import { tellAll } from '#server/people/inbox/tell.ts'
import { doubtSince } from '#server/platform/clock/losses.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { queue } from '#server/platform/message/queue.ts'
import { confirmTokenOf, tokenHash, unsealTokenOf } from './link.ts'
import { LINK_DAYS } from './plan.ts'
import { type Notice, queueNotices } from './queue.ts'
import { IS_SILENT } from './receiverAddress.ts'

const BATCH = 500

type PlanServices = Pick<Services, 'db' | 'keys' | 'clock'>
type Due = {
  capsule_id: number
  received_by: number | null
  way: Way | null
  generation: number
  round: number
  open_ms: number
  due: string
  due_ms: number
  has_tel: boolean
  silent: boolean
  doubt_from: string | null
}

/** The occasion of each round for a person and a capsule they received; one who takes it anew is told anew. */
const occasionOf = ({ capsule_id, generation, round }: Due): string => `received ${capsule_id} ${round} ${generation}`

/**
 * Of a message: it tells the receiver of this capsule – the person who took it, where `receivedBy` is one, or the address that its
 * sender gave.
 */
export const isToldOf = (capsuleId: number, receivedBy: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(capsule_id = ${capsuleId} and contact = 'receiver'
    or user_id = ${receivedBy} and occasion like ${`received ${capsuleId} %`})`

/**
 * Writes down what has to be said to those whom a capsule is for whose moment has come, until they open it: who took it, in the
 * product and by SMS; everybody else, and who has no number, at the address that their sender gave. A schedule of its own: the
 * sender may have opened theirs long ago.
 */
export async function planReceived(services: PlanServices, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted; ) more = (await planBatch(services)) === BATCH
}

const planBatch = ({ db, keys, clock }: PlanServices): Promise<number> =>
  inTransaction(db, async (db) => {
    const { rows: due } = await sql<Due>`
      select r.capsule_id, r.received_by, r.way, r.generation, r.notice_round as round,
        extract(epoch from c.open_time)::float8 * 1000 as open_ms, d.due::text as due,
        extract(epoch from d.due)::float8 * 1000 as due_ms, u.tel is not null as has_tel,
        ${IS_SILENT} as silent, ${doubtSince(sql`r.notice_at`)} as doubt_from
      from (select ${clock.dueToSend()} as due) d, receivers r
        join capsules c on c.id = r.capsule_id left join users u on u.id = r.received_by
      where r.notice_at <= now() and r.notice_at <= d.due
      order by r.notice_at, r.capsule_id limit ${BATCH} for no key update of r skip locked`.execute(db)
    if (due.length === 0) return 0
    const told = due.filter(({ silent }) => !silent)
    await tellPeople(db, told)
    await tellAddresses({ db, keys }, told)
    await setNext(db, due)
    return due.length
  })

async function tellPeople(db: Db, told: readonly Due[]): Promise<void> {
  const people = told.filter(isTaken)
  const messages = people
    .filter(({ has_tel }) => has_tel)
    .map((row) => ({
      user_id: row.received_by,
      channel: 'sms' as const,
      template: 'received' as const,
      occasion: occasionOf(row),
      doubt_from: row.doubt_from,
    }))
  await queue(db, messages, { from: told[0]?.due })
  const today = people.filter(({ round }) => round === 0).map(({ received_by }) => received_by)
  await tellAll(db, today, TOLD)
}

const isTaken = (row: Due): row is Due & { received_by: number } => row.received_by !== null

async function tellAddresses({ db, keys }: Pick<PlanServices, 'db' | 'keys'>, told: readonly Due[]): Promise<void> {
  const addressed = told.filter(({ way, has_tel }) => way !== null && !has_tel)
  if (addressed.length === 0) return
  await openReceiverLinks(db, keys, addressed)
  const notices: Notice[] = addressed.map(({ capsule_id, way, round, generation, doubt_from }) => ({
    ...{ capsuleId: capsule_id, contact: 'receiver', template: 'openReceiver', way: way!, doubt_from },
    occasion: `open ${round} ${generation}`,
  }))
  await queueNotices(db, notices, { from: addressed[0]!.due })
}

/** Lets their links in, from now on for 90 days; each reminder starts the 90 days anew. */
async function openReceiverLinks(db: Db, keys: Services['keys'], addressed: readonly Due[]): Promise<void> {
  const rows = addressed.map(({ capsule_id: capsuleId, generation }) => {
    const slot = { capsuleId, channel: 'receiver', generation } as const
    const [link, stop] = [unsealTokenOf(keys, slot), confirmTokenOf(keys, slot)]
    return { id: capsuleId, link: tokenHash(link).toString('hex'), stop: tokenHash(stop).toString('hex') }
  })
  await sql`
    update receivers r set link_hash = decode(n.link, 'hex'), stop_hash = decode(n.stop, 'hex'),
      valid_until = now() + make_interval(days => ${LINK_DAYS})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, link text, stop text)
    where r.capsule_id = n.id`.execute(db)
}

const TOLD = {
  kind: 'received',
  text: '有人寄给你的一枚时光胶囊可以打开了。',
  page: addressOf('meCapsule', { tab: 'received' }),
} as const

async function setNext(db: Db, due: readonly Due[]): Promise<void> {
  const rows = due.map(({ capsule_id, open_ms, due_ms }) => ({
    id: capsule_id,
    next: nextReminder(new Date(open_ms), new Date(due_ms)).toISOString(),
  }))
  await sql`
    update receivers r set notice_round = r.notice_round + 1, notice_at = n.next
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, next timestamptz)
    where r.capsule_id = n.id`.execute(db)
}
