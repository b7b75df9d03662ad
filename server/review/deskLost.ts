import type { Parsed } from '#contract/calls.ts'
import type { WritingKind } from '#contract/desk.ts'
import { latestLoss } from '#server/clock/losses.ts'
import type { OperatorContext } from '#server/context.ts'
import { moment } from '#server/db/moment.ts'
import { noteLooks } from './acts.ts'

/** What the newest loss took of whom, by number and kind; never a word of it. */
export async function deskLost(context: OperatorContext, { page, pageSize }: Parsed<'deskLost'>) {
  const loss = await latestLoss(context.db)
  if (!loss) return { lost: [] }
  await noteLooks(context, { kind: 'loss', targets: [loss.id] })
  const rows = await context.db
    .selectFrom('lost_writings')
    .select(['user_id', 'kind', 'row_id', 'at'])
    .where('loss_id', '=', loss.id)
    .orderBy('at')
    .orderBy('user_id')
    .orderBy('kind')
    .orderBy('row_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return {
    lost: rows.map(({ user_id, kind, row_id, at }) => ({
      id: `${user_id} ${kind} ${row_id}`,
      user_id: String(user_id),
      kind: kind as WritingKind,
      row_id,
      at: moment(at),
    })),
  }
}
