import type { Parsed } from '#contract/calls.ts'
import type { CapsuleForm } from '#contract/capsule.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { CONTENT_EMPTY } from '#contract/content.ts'
import { writtenAt } from '#contract/diary.ts'
import { type Content, cleanItems, uploadsIn } from '#server/capsule/content.ts'
import { dropDraft, lockDraft } from '#server/capsule/deleteDraft.ts'
import { writeContent, writingOf } from '#server/capsule/writing.ts'
import type { Db, UserContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { checkObjects } from '#server/media/check.ts'
import { holdObjects, nameObjects } from '#server/media/name.ts'
import { once } from '#server/once.ts'
import { refuseUnaffordable, spend } from '#server/wallet/spend.ts'
import { rewardFirst } from './reward.ts'

type Written = { capsule_id: string; revision: number; reward: number }

/**
 * An ordinary diary: open from the start, paid for with one diary capsule in the transaction that writes it. Its day is
 * the one it was written on; which day's first it is, is decided by the moment it arrives (decision 038).
 */
export async function writeDiary(context: UserContext, input: Parsed<'createDiaryCapsule'>): Promise<Written> {
  return once(context, async (remember) => {
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
      await holdObjects(db, objects, draft ? draft.id : undefined)
      if (draft) await dropDraft(db, draft)
      await spend(db, { userId, kind: 'diary', amount: 1, scope: 'diary', key: String(id), reason: '写日记' })
      await insert(db, { id, userId, form: input.content_type, writtenAt: writtenAt(now, input.written_ago), now })
      await writeContent({ ...context, db }, { id, type: TYPE.diary }, content)
      await nameObjects(db, id, objects)
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
    send_word: input.send_word ?? '',
    description: input.description ?? '',
    ...(title && { title }),
  }
}

type Row = { id: number; userId: number; form: CapsuleForm; writtenAt: Date; now: Date }
const insert = (db: Db, { id, userId, form, writtenAt, now }: Row) =>
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
