import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { CapsuleType } from '#contract/capsule.ts'
import { FORM, STATUS, TYPE, TYPE_KIND } from '#contract/capsule.ts'
import { fieldsOfKind, type GivenFields } from '#contract/capsuleFields.ts'
import { DRAFTS_FULL } from '#contract/draft.ts'
import { DRAFTS_MAX } from '#contract/limits.ts'
import { parseChina } from '#contract/time.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { type Checked, checkObjects } from '#server/platform/media/check.ts'
import { lockReferences, setReferences } from '#server/platform/media/references.ts'
import { type Content, cleanDraft, uploadsIn } from './content.ts'
import { type Unread, whyNotWritten, writeContent, writingOf } from './writing.ts'

/** Of any kind, with the fields that only some kinds have. */
type Draft = Parsed<'createTimeDraft'> & GivenFields
type Saved = { capsule_id: string; revision: number }
/** The part of a draft that is not encrypted. */
type Shape = Pick<Draft, 'content_type' | 'long_tag' | 'is_public' | 'is_lock' | 'open_time'>
type Overwritten = { id: number; type: CapsuleType; input: Draft; objects: readonly Checked[] }

/** Keeps a draft of this type, or writes over the one that `draft_id` names. */
export const createDraft =
  (type: CapsuleType) =>
  (context: UserContext, input: Draft): Promise<Saved> =>
    runOnce(context, async (remember) => {
      const { ids, db } = context
      const content: Content = {
        content: cleanDraft(type, input.content, writingOf(context, { type, form: input.content_type })),
        ...fieldsOfKind(TYPE_KIND[type], input),
        key_answer: input.key_answer ?? {},
      }
      const objects = await checkObjects(context, uploadsIn(type, content.content))
      const id = input.draft_id ? Number(input.draft_id) : await ids.capsule()
      return inTransaction(db, async (db) => {
        const within = { ...context, db }
        const revision = input.draft_id
          ? await overwrite(within, { id, type, input, objects })
          : await insertDraft(within, { id, type, input, objects })
        await writeContent(within, { id, type }, content)
        await setReferences(db, id, objects)
        const answer = { capsule_id: String(id), revision }
        await remember(db, answer)
        return answer
      })
    })

const columns = ({ type, input }: { type: CapsuleType; input: Shape }) => ({
  content_type: type === TYPE.forecast ? FORM.text : input.content_type,
  long_tag: input.long_tag?.trim() ?? '',
  is_public: input.is_public,
  is_lock: input.is_lock,
  open_time: input.open_time ? parseChina(input.open_time)! : null,
})

type New = { id: number; type: CapsuleType; input: Shape; objects: readonly Checked[] }

/** A new draft's row, its objects held; refuses in a full box. */
export async function insertDraft(
  { db, caller }: UserContext & { db: Tx },
  { id, type, input, objects }: New,
): Promise<number> {
  await lockReferences(db, objects)
  await lockRoom(db, caller.userId)
  const { revision } = await db
    .insertInto('capsules')
    .values({
      id,
      owner_id: caller.userId,
      type,
      status: STATUS.draft,
      questions: '[]',
      ...columns({ type, input }),
    })
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** The person's row is locked while it is counted, so that many at once do not pass the bound together. */
async function lockRoom(db: Tx, userId: number): Promise<void> {
  await lockPerson(db, userId)
  await refuseFullBox(db, userId)
}

export async function refuseFullBox(db: Db, userId: number): Promise<void> {
  const { count } = await db
    .selectFrom('capsules')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', userId)
    .where('status', '=', STATUS.draft)
    .executeTakeFirstOrThrow()
  if (count >= DRAFTS_MAX) throw refuse(DRAFTS_FULL)
}

async function overwrite(
  { db, caller }: UserContext & { db: Tx },
  { id, type, input, objects }: Overwritten,
): Promise<number> {
  const unread: Unread = { id, userId: caller.userId, type, status: STATUS.draft }
  const row = await db
    .updateTable('capsules')
    .set({ ...columns({ type, input }), updated_at: sql<string>`now()`, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .where('owner_id', '=', caller.userId)
    .where('status', '=', STATUS.draft)
    .where('type', '=', type)
    .$if(input.revision !== undefined, (update) => update.where('revision', '=', input.revision!))
    .returning('revision')
    .executeTakeFirst()
  if (!row) throw await whyNotWritten(db, unread)
  await lockReferences(db, objects, id)
  return row.revision
}
