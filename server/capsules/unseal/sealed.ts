import { type RawBuilder, sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import { type UnsealState, unsealState } from '#contract/unseal.ts'
import { questionsAsked, questionsDropped } from '#server/capsules/capsule/capsuleQlist.ts'
import { isHeld } from '#server/capsules/capsule/mayOpen.ts'
import { missing } from '#server/core/fail.ts'
import type { Services, UserContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'

export type Mine = { id: number; userId: number }
export const mineOf = ({ caller }: UserContext, capsuleId: string): Mine => ({
  id: Number(capsuleId),
  userId: caller.userId,
})

/** The questions to be answered: nothing when there is no hash. */
export type Locked = { questions: string[]; answers_hash: string | null }
export type Sealed = Locked & { state: UnsealState }

/** Columns for the answers that opening a capsule still needs, by the clock's `due`; `c` is the capsules row. */
export const lockedColumns = (due: RawBuilder<string>) => [
  questionsAsked(due).as('questions'),
  sql<string | null>`case when ${questionsDropped(due)} then null else c.answers_hash end`.as('answers_hash'),
]

/** How the caller's own capsule stands by the database's clock, for the rules of the contract; a draft is as good as none. */
export async function readSealed({ db, clock }: Pick<Services, 'db' | 'clock'>, { id, userId }: Mine): Promise<Sealed> {
  const row = await db
    .selectFrom('capsules as c')
    .select(['c.status', 'c.is_lock', 'c.open_time', ...lockedColumns(clock.due())])
    .select([sql<string>`now()`.as('now'), isHeld(clock.due()).as('held')])
    .where('c.id', '=', id)
    .where('c.owner_id', '=', userId)
    .where('c.status', '<>', STATUS.draft)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw missing()
  const { questions, answers_hash, held } = row
  const state = unsealState({ ...row, held: Number(held), open_time: moment(row.open_time) }, moment(row.now))
  return { state, questions, answers_hash }
}
