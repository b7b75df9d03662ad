import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { CapsuleForm } from '#contract/capsule.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { editorFields } from '#contract/capsuleFields.ts'
import { CONTENT_EMPTY } from '#contract/content.ts'
import { DIARY_SEALED } from '#contract/diary.ts'
import { cleanItems, uploadsIn } from '#server/capsules/capsule/content.ts'
import { lockWritten, writeContent, writingOf } from '#server/capsules/capsule/writing.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { checkObjects } from '#server/platform/media/check.ts'
import { lockReferences, setReferences } from '#server/platform/media/references.ts'

/** Writes an ordinary diary anew; what was sealed stays as it was sealed. */
export async function diaryEdit(context: UserContext, input: Parsed<'diaryEdit'>) {
  return runOnce(context, async (remember) => {
    const id = Number(input.capsule_id)
    const items = cleanItems(
      input.content,
      writingOf(context, { type: TYPE.diary, form: input.content_type, whenEmpty: CONTENT_EMPTY }),
    )
    const objects = await checkObjects(context, uploadsIn(TYPE.diary, items))
    return inTransaction(context.db, async (db) => {
      const unread = { id, userId: context.caller.userId, type: TYPE.diary, status: STATUS.unsealed }
      const before = await lockWritten({ ...context, db }, unread, input.revision)
      if (before.sealed_at !== null) throw refuse(DIARY_SEALED)
      await lockReferences(db, objects, id)
      const title = input.long_tag === undefined ? before.content.title : input.long_tag.trim() || undefined
      const fields = editorFields('diary', { ...before.content, ...input })
      await writeContent({ ...context, db }, before, { ...before.content, ...fields, content: items, title })
      await setReferences(db, id, objects)
      const answer = { capsule_id: input.capsule_id, revision: await raise(db, id, input.content_type) }
      await remember(db, answer)
      return answer
    })
  })
}

async function raise(db: Db, id: number, content_type: CapsuleForm): Promise<number> {
  const { revision } = await db
    .updateTable('capsules')
    .set({ content_type, updated_at: sql<string>`now()`, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}
