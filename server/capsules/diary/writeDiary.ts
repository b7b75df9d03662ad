import type { Parsed } from '#contract/calls.ts'
import type { CapsuleForm } from '#contract/capsule.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { fieldsOfKind } from '#contract/capsuleFields.ts'
import { CONTENT_EMPTY } from '#contract/content.ts'
import { writtenAt } from '#contract/diary.ts'
import { type Content, cleanItems, uploadsIn } from '#server/capsules/capsule/content.ts'
import { dropDraft, lockDraft } from '#server/capsules/capsule/deleteDraft.ts'
import { writeContent, writingOf } from '#server/capsules/capsule/writing.ts'
import { refuseUnaffordable, spend } from '#server/people/wallet/spend.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { checkObjects } from '#server/platform/media/check.ts'
import { lockReferences, setReferences } from '#server/platform/media/references.ts'
import { rewardFirst } from './reward.ts'

type Written = { capsule_id: string; revision: number; reward: number }

/**
 * An ordinary diary: open from the start, paid for with one diary capsule in the transaction that writes it. Its day is
 * the one it was written on; which day's first it is, is decided by the moment it arrives (docs/decisions/offline.md).
 */
export async function writeDiary(context: UserContext, input: Parsed<'createDiaryCapsule'>): Promise<Written> {
  return runOnce(context, async (remember) => {
    const { db, ids, caller } = context
    const { userId } = caller
    const content = contentOf(context, input)
    await refuseUnaffordable(db, userId, 'diary')
    const objects = await checkObjects(context, uploadsIn(TYPE.diary, content.content))
    const id = await ids.capsule()
    const now = context.now()
    return inTransaction(db, async (db) => {
      const draft = input.draft_id && { ...draftOf(input), userId, type: TYPE.diary }
      if (draft) await lockDraft(db, draft)
      await lockReferences(db, objects, draft ? draft.id : undefined)
      if (draft) await dropDraft(db, draft)
      await spend(db, { userId, kind: 'diary', amount: 1, scope: 'diary', key: String(id), reason: '写日记' })
      await insert(db, { id, userId, form: input.content_type, writtenAt: writtenAt(now, input.written_ago), now })
      await writeContent({ ...context, db }, { id, type: TYPE.diary }, content)
      await setReferences(db, id, objects)
      const answer = { capsule_id: String(id), revision: 1, reward: await rewardFirst(db, userId, now) }
      await remember(db, answer)
      return answer
    })
  })
}

const draftOf = ({ draft_id, revision }: Parsed<'createDiaryCapsule'>) => ({ id: Number(draft_id), revision })

/** As it is kept; a name it was given is as private as the rest. */
function contentOf(context: UserContext, input: Parsed<'createDiaryCapsule'>): Content {
  const title = input.long_tag?.trim()
  return {
    content: cleanItems(
      input.content,
      writingOf(context, { type: TYPE.diary, form: input.content_type, whenEmpty: CONTENT_EMPTY }),
    ),
    ...fieldsOfKind('diary', input),
    ...(title && { title }),
  }
}

type NewDiary = { id: number; userId: number; form: CapsuleForm; writtenAt: Date; now: Date }
const insert = (db: Db, { id, userId, form, writtenAt, now }: NewDiary) =>
  db
    .insertInto('capsules')
    .values({
      id,
      owner_id: userId,
      type: TYPE.diary,
      status: STATUS.unsealed,
      content_type: form,
      open_at: now,
      created_at: writtenAt,
      received_at: writtenAt < now ? now : null,
      updated_at: now,
      questions: '[]',
    })
    .execute()
