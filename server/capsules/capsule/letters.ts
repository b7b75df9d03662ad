import { sql } from 'kysely'
import { type CapsuleStatus, colorIndex, type Detail, type Letter, STATUS } from '#contract/capsule.ts'
import { LETTERS_SHOWN } from '#contract/limits.ts'
import { flagOf } from '#server/core/flagOf.ts'
import type { Services } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { decryptText, encryptText } from '#server/platform/keys/encryption.ts'
import type { Keys } from '#server/platform/keys/keys.ts'

type LetterRow = {
  id: number
  mine: boolean
  long_tag: string
  status: CapsuleStatus
  sealed_at: string
  open_time: string
  show_title: number
  opened: boolean
  text: string | null
  written_at: string | null
  wrote: boolean | null
}

/** To what the answer is bound that its receiver has given. */
export const boundToAnswer = (capsuleId: number): string => `answer:${capsuleId}`

export const encryptAnswer = (keys: Keys, capsuleId: number, text: string): string =>
  encryptText(keys, text, boundToAnswer(capsuleId))

/** The capsule with which it began: this one, or the first of those that went back and forth before it. */
export const firstOf = (capsuleId: number) =>
  sql<number>`coalesce((select b.first_id from capsules_back b where b.capsule_id = ${capsuleId}), ${capsuleId})`

/**
 * All between its two people, for one of them: the answer to this capsule, and the capsules that were sent back and forth. A
 * person who was neither the sender nor the receiver of one of them does not see it here.
 */
export async function lettersPart(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  { id, userId }: { id: number; userId: number },
): Promise<Partial<Detail>> {
  const { rows } = await sql<LetterRow>`
    select c.id, c.owner_id = ${userId} as mine, c.long_tag, c.status, c.sealed_at, c.open_time, r.show_title,
      r.opened_at is not null as opened, a.text, a.written_at, a.writer_id = ${userId} as wrote
    from (
      select f.id from (select ${firstOf(id)} as id) f
      union all select b.capsule_id from capsules_back b where b.first_id = ${firstOf(id)}
    ) went
    join capsules c on c.id = went.id join receivers r on r.capsule_id = c.id
    left join answers a on a.capsule_id = c.id and c.id = ${id}
    where (c.owner_id = ${userId} or r.received_by = ${userId}) and c.deleted_at is null
    order by c.sealed_at desc, c.id desc limit ${LETTERS_SHOWN}`.execute(db)
  const answered = rows.find(({ text }) => text !== null)
  return {
    ...(answered && {
      answer: {
        text: decryptText(keys, answered.text!, boundToAnswer(id)),
        written_at: moment(answered.written_at),
        mine: flagOf(answered.wrote === true),
      },
    }),
    ...(rows.length > 1 && { letters: rows.reverse().map(toLetter) }),
  }
}

/** Its receiver knows it as they have opened it, or not, and by the title alone that its sender shows. */
const toLetter = ({ id, mine, long_tag, status, show_title, opened, ...times }: LetterRow): Letter => ({
  id: String(id),
  mine: flagOf(mine),
  long_tag: mine || opened || show_title === 1 ? long_tag : '',
  status: mine ? status : opened ? STATUS.unsealed : STATUS.sealed,
  sealed_at: moment(times.sealed_at),
  open_time: moment(times.open_time),
  colorIndex: colorIndex(id),
})
