import type { Parsed } from '#contract/calls.ts'
import type { WritingKind } from '#contract/desk.ts'
import { isRecent } from '#server/platform/clock/losses.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { noteLooks } from './acts.ts'

/** Lost writings of the last thirty days and their owners, newest first, by number and kind; never a word of them. */
export async function deskLost(context: OperatorContext, { page, pageSize }: Parsed<'deskLost'>) {
  const rows = await context.db
    .selectFrom('lost_writings')
    .innerJoin('losses', 'losses.id', 'loss_id')
    .select(['loss_id', 'user_id', 'kind', 'row_id', 'at'])
    .where(isRecent)
    .orderBy('loss_id', 'desc')
    .orderBy('at')
    .orderBy('user_id')
    .orderBy('kind')
    .orderBy('row_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  await noteLooks(context, { kind: 'loss', targets: [...new Set(rows.map(({ loss_id }) => loss_id))] })
  return {
    lost: rows.map(({ loss_id, user_id, kind, row_id, at }) => ({
      id: `${loss_id} ${user_id} ${kind} ${row_id}`,
      user_id: String(user_id),
      kind: kind as WritingKind,
      row_id,
      at: moment(at),
    })),
  }
}
