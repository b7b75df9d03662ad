import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { QUESTIONS } from '#contract/seal.ts'
import { missing } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { isReceivedBy } from './asReceived.ts'

/**
 * Whether the owner, who has forgotten the answers, asked long enough ago to drop the questions, and did not call that off. The
 * sealed row does not change, so every statement that wants answers checks this itself, by the clock's `due`. `c` is the capsules
 * row.
 */
export const questionsDropped = (due: RawBuilder<string>): RawBuilder<boolean> => sql<boolean>`exists (
  select from question_drops d where d.capsule_id = c.id and d.called_off_at is null and d.drop_at <= ${due})`

/** The questions that this capsule's opening still asks. */
export const questionsAsked = (due: RawBuilder<string>): RawBuilder<string[]> =>
  sql<string[]>`case when ${questionsDropped(due)} then '[]'::jsonb else c.questions end`

const pendingDrop = (due: RawBuilder<string>) => sql<string | null>`(
  select d.drop_at from question_drops d where d.capsule_id = c.id and d.called_off_at is null and d.drop_at > ${due})`

/** The ten questions to choose from, or those of a capsule that the caller sealed or received. */
export async function capsuleQlist({ db, caller, clock }: UserContext, { capsule_id }: Parsed<'capsuleQlist'>) {
  if (!capsule_id) return { questions: [...QUESTIONS], drop_at: '' }
  const row = await db
    .selectFrom('capsules as c')
    .select([questionsAsked(clock.due()).as('questions'), pendingDrop(clock.due()).as('drop_at')])
    .where('c.id', '=', Number(capsule_id))
    .where((at) => at.or([at('c.owner_id', '=', caller.userId), isReceivedBy(caller.userId)]))
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw missing()
  return { questions: row.questions, drop_at: moment(row.drop_at) }
}
