import type { Parsed } from '#contract/calls.ts'
import { noteLooks } from '#server/desk/review/acts.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { addressOf } from '#server/platform/media/permission.ts'

/** Unanswered feedback, the oldest first. Nobody may see a picture that was sealed meanwhile. */
export async function feedbackList(context: OperatorContext, { page, pageSize }: Parsed<'feedbackList'>) {
  const rows = await context.db
    .selectFrom('feedback as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .leftJoin('objects as o', (on) => on.onRef('o.key', '=', 'f.key').on('o.sealed_in', 'is', null))
    .select(['f.id', 'f.text', 'f.created_at', 'u.id as user_id', 'u.nickname', 'o.key'])
    .where('f.answered_at', 'is', null)
    .orderBy('f.created_at')
    .orderBy('f.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  await noteLooks(context, { kind: 'feedback', targets: rows.map(({ id }) => id) })
  const feedback = rows.map(({ id, user_id, nickname, text, key, created_at }) => ({
    id: String(id),
    user: { id: String(user_id), nickname },
    text,
    picture: key ? addressOf(context, key, 'clean') : '',
    created_at: moment(created_at),
  }))
  return { feedback }
}
