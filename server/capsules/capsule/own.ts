import { sql } from 'kysely'
import type { ApplicationState, CapsuleStatus } from '#contract/capsule.ts'
import { type Detail, STATUS, TYPE } from '#contract/capsule.ts'
import type { ImportSource } from '#contract/importSource.ts'
import type { Result } from '#contract/judge.ts'
import { NOT_ALLOWED_YET } from '#contract/receiver.ts'
import { decryptReceiver } from '#server/capsules/notice/receiverName.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { flagOf } from '#server/core/flagOf.ts'
import { OPENS_IN_MINUTES } from '#server/platform/clock/clockRow.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { moment } from '#server/platform/db/moment.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import type { CardRow } from './card.ts'
import { isHeld } from './mayOpen.ts'

type OwnRow = {
  text: string | null
  written_at: string | null
  result: Result | null
  judged_text: string
  judged_at: string
  counts: boolean
  shared: boolean
  hidden: boolean
  receiver: string | null
  allowed: boolean
  held: boolean
  held_minutes: number | null
  state: ApplicationState | null
  asked_at: string
  closed_at: string | null
  answer: string
}

/** To what a reply to oneself is bound. */
export const replyOf = (capsuleId: number): string => `reply:${capsuleId}`

/** To what the line is bound that says what became of a prediction. */
export const judgementOf = (capsuleId: number): string => `judgement:${capsuleId}`

/** Where a diary was brought from; nothing of one that was written here. */
async function importedPart(db: Db, capsule: CardRow): Promise<Partial<Detail>> {
  if (capsule.type !== TYPE.diary) return {}
  const [row] = await importOf(db, { id: capsule.id })
  return row ? { imported_from: row.source } : {}
}

const importOf = prepared(
  ({ id }: { id: number }) =>
    sql<{ source: ImportSource }>`select source from imported_entries where capsule_id = ${id}`,
)

/**
 * The parts of a sealed capsule that only its owner gets: their reply to themselves, what became of their prediction, how their
 * application stands, for whom it is, whether a link is out, whether it is hidden, whether its day has come by no more than a doubtful clock.
 */
export async function ownersPart({ db, keys, clock }: Context, capsule: CardRow): Promise<Partial<Detail>> {
  if (capsule.sealed_at === null) return importedPart(db, capsule)
  const { rows } = await sql<OwnRow>`
    select r.text, r.written_at, j.result, j.text as judged_text, j.judged_at, j.counts,
      s.token_hash is not null as shared, c.hidden, t.name as receiver, t.allowed_at is not null as allowed, ${isHeld(clock.due())} as held,
      ${OPENS_IN_MINUTES} as held_minutes,
      a.state, a.created_at as asked_at, a.closed_at, a.reply as answer
    from capsules c
    left join capsule_replies r on r.capsule_id = c.id
    left join forecast_judgements j on j.capsule_id = c.id
    left join shares s on s.capsule_id = c.id
    left join receivers t on t.capsule_id = c.id
    left join lateral (select * from applications where capsule_id = c.id order by id desc limit 1) a on true
    where c.id = ${capsule.id}`.execute(db)
  const row = rows[0]!
  const reply = row.text !== null && {
    text: decryptText(keys, row.text, replyOf(capsule.id)),
    written_at: moment(row.written_at),
  }
  const judgement = row.result !== null && {
    result: row.result,
    text: row.judged_text && decryptText(keys, row.judged_text, judgementOf(capsule.id)),
    judged_at: moment(row.judged_at),
    counts: flagOf(row.counts),
  }
  const application = row.state !== null && {
    state: row.state,
    created_at: moment(row.asked_at),
    closed_at: moment(row.closed_at),
    reply: row.answer,
  }
  return {
    ...(reply && { reply }),
    ...(judgement && { judgement }),
    ...(application && { application }),
    ...(row.receiver !== null && { to: decryptReceiver(keys, capsule.id, row.receiver) }),
    ...(row.held && heldPart(row)),
    ...(capsule.status === STATUS.unsealed && { shared: flagOf(row.shared), hidden: flagOf(row.hidden) }),
    ...(capsule.status === STATUS.unsealed && row.receiver !== null && { allowed: flagOf(row.allowed) }),
  }
}

/** That it waits for the clock, and for how long where that is known. */
export const heldPart = ({ held_minutes }: { held_minutes: number | null }) => ({
  held: 1 as const,
  ...(held_minutes !== null && { held_minutes }),
})

/** The caller's own capsule or diary, locked against other changes until the transaction ends. */
export async function holdOwn(
  db: Tx,
  id: number,
  userId: number,
): Promise<{ status: CapsuleStatus; sealed_at: string | null }> {
  const row = await lockCapsules(db)
    .select(['c.status', 'c.sealed_at'])
    .where('c.id', '=', id)
    .where('c.owner_id', '=', userId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw missing()
  return row
}

/** A capsule for one person is shown to nobody else unless they agree. */
export async function refuseUnlessAllowed(db: Tx, id: number): Promise<void> {
  const receiver = await db.selectFrom('receivers').select('allowed_at').where('capsule_id', '=', id).executeTakeFirst()
  if (receiver && !receiver.allowed_at) throw refuse(NOT_ALLOWED_YET)
}
