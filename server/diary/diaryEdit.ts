import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { CapsuleForm } from '#contract/capsule.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { CONTENT_EMPTY } from '#contract/content.ts'
import { DIARY_SEALED } from '#contract/diary.ts'
import { cleanItems, uploadsIn } from '#server/capsule/content.ts'
import { lockWritten, writeContent, writingOf } from '#server/capsule/writing.ts'
import type { Db, UserContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refuse } from '#server/fail.ts'
import { checkObjects } from '#server/media/check.ts'
import { holdObjects, nameObjects } from '#server/media/name.ts'
import { once } from '#server/once.ts'

/** Writes an ordinary diary anew; what was sealed stays as it was sealed. */
export async function diaryEdit(context: UserContext, input: Parsed<'diaryEdit'>) {
  return once(context, async (remember) => {
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
      await holdObjects(db, objects, id)
      const title = input.long_tag === undefined ? before.content.title : input.long_tag.trim() || undefined
      await writeContent({ ...context, db }, before, { ...before.content, content: items, title })
      await nameObjects(db, id, objects)
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
