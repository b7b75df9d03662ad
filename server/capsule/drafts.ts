import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { CapsuleType } from '#contract/capsule.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { DRAFT_EMPTY, whyNotItems } from '#contract/draft.ts'
import type { Db, UserContext } from '#server/context.ts'
import { missing, refuseIf } from '#server/fail.ts'
import { checkObjects } from '#server/media/check.ts'
import { nameObjects } from '#server/media/name.ts'
import { cleanDraft, keysIn } from './content.ts'
import { lockWritten, whyNotWritten, writeContent, writingOf } from './writing.ts'

/** Edits content and title of a draft (decisions 3, `capsuleUpdate`). */
export async function capsuleUpdate(context: UserContext, input: Parsed<'capsuleUpdate'>) {
  const { db, caller } = context
  const id = Number(input.capsule_id)
  const draft = await shapeOf(db, { id, userId: caller.userId })
  const form = draft.type === TYPE.forecast ? draft.content_type : (input.content_type ?? draft.content_type)
  const items = input.content && cleanDraft(draft.type, input.content, writingOf(context, form))
  const objects = items && (await checkObjects(context, keysIn(draft.type, items)))
  return db.transaction().execute(async (db) => {
    const unread = { id, userId: caller.userId, status: STATUS.draft }
    const { content: before } = await lockWritten({ ...context, db }, unread, input.revision)
    const content = items ?? before.content
    if (draft.type !== TYPE.forecast) refuseIf(whyNotItems(content, form, DRAFT_EMPTY))
    const description = input.description ?? before.description
    await writeContent({ ...context, db }, id, { ...before, content, description })
    if (objects) await nameObjects(db, id, objects)
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

/** Drops a draft; a draft of someone else is as good as none. */
export async function deleteDraft({ db, caller }: UserContext, { capsule_id }: Parsed<'deleteDraft'>) {
  await dropDraft(db, { id: Number(capsule_id), userId: caller.userId })
  return {}
}

type Dropped = { id: number; userId: number; type?: CapsuleType; revision?: number }

/** Drops one's draft – of this type and revision if they are said – or refuses as missing, or as changed elsewhere. */
export async function dropDraft(db: Db, { id, userId, type, revision }: Dropped) {
  const { numDeletedRows } = await db
    .deleteFrom('capsules')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('status', '=', STATUS.draft)
    .$if(type !== undefined, (drop) => drop.where('type', '=', type!))
    .$if(revision !== undefined, (drop) => drop.where('revision', '=', revision!))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw await whyNotWritten(db, { id, userId, type, status: STATUS.draft })
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
