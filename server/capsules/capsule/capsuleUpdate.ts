import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { DRAFT_EMPTY, whyNotItems } from '#contract/draft.ts'
import { missing, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { checkObjects } from '#server/platform/media/check.ts'
import { lockReferences, setReferences } from '#server/platform/media/references.ts'
import { cleanDraft, uploadsIn } from './content.ts'
import { lockWritten, writeContent, writingOf } from './writing.ts'

/** Edits content and title of a draft (readings 3, `capsuleUpdate`). */
export async function capsuleUpdate(context: UserContext, input: Parsed<'capsuleUpdate'>) {
  const { db, caller } = context
  const id = Number(input.capsule_id)
  const draft = await shapeOf(db, { id, userId: caller.userId })
  const form = draft.type === TYPE.forecast ? draft.content_type : (input.content_type ?? draft.content_type)
  const items = input.content && cleanDraft(draft.type, input.content, writingOf(context, { type: draft.type, form }))
  const objects = items && (await checkObjects(context, uploadsIn(draft.type, items)))
  return inTransaction(db, async (db) => {
    const unread = { id, userId: caller.userId, status: STATUS.draft }
    const { content: before } = await lockWritten({ ...context, db }, unread, input.revision)
    if (objects) await lockReferences(db, objects, id)
    const content = items ?? before.content
    if (draft.type !== TYPE.forecast) refuseIf(whyNotItems(content, { type: draft.type, form, whenEmpty: DRAFT_EMPTY }))
    const description = input.description ?? before.description
    await writeContent({ ...context, db }, { id, type: draft.type }, { ...before, content, description })
    if (objects) await setReferences(db, id, objects)
    const { revision } = await db
      .updateTable('capsules')
      .set({
        updated_at: sql<string>`now()`,
        revision: sql<number>`revision + 1`,
        content_type: form,
        ...(input.long_tag === undefined ? {} : { long_tag: input.long_tag.trim() }),
      })
      .where('id', '=', id)
      .returning('revision')
      .executeTakeFirstOrThrow()
    return { capsule_id: input.capsule_id, revision }
  })
}

async function shapeOf(db: Db, { id, userId }: { id: number; userId: number }) {
  const row = await db
    .selectFrom('capsules')
    .select(['type', 'content_type'])
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('status', '=', STATUS.draft)
    .executeTakeFirst()
  if (!row) throw missing()
  return row
}
