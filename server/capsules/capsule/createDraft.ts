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
import { Overtaken } from '#server/platform/db/deadlocks.ts'
import { heldCapsule, heldObjects, lockPerson } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { type Remembered, rememberedAs, rememberedSql, runOnce } from '#server/platform/idempotency.ts'
import { type Checked, checkObjects } from '#server/platform/media/check.ts'
import { letGoSql, lockReferences, namedSql, refuseNotFree, setReferences } from '#server/platform/media/references.ts'
import { type Content, cleanDraft, uploadsIn } from './content.ts'
import { isTaken, refuseNotTaken, takenDraft } from './deleteDraft.ts'
import { contentSql, type LockedContent, lockUnsealed, writeContent, writingOf } from './writing.ts'

/** Of any kind, with the fields that only some kinds have. */
type Draft = Parsed<'createTimeDraft'> & GivenFields
type Saved = { capsule_id: string; revision: number }
/** The part of a draft that is not encrypted. */
type Shape = Pick<Draft, 'content_type' | 'long_tag' | 'is_public' | 'is_lock' | 'open_time'>
type Overwritten = { id: number; type: CapsuleType; input: Draft; content: Content; objects: readonly Checked[] }

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
      if (input.draft_id) return overwrite(context, { id: Number(input.draft_id), type, input, content, objects })
      const id = await ids.capsule()
      return inTransaction(db, async (db) => {
        const within = { ...context, db }
        const revision = await insertDraft(within, { id, type, input, objects })
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

/** The draft in one statement: the row, then its uploads and those it named so far are held, then all of it is written. */
async function overwrite(context: UserContext, { id, type, input, content, objects }: Overwritten): Promise<Saved> {
  const { db, caller } = context
  const userId = caller.userId
  const shape = columns({ type, input })
  const [written] = await writeOver(db, {
    ...{ id, userId, type, seen: input.revision ?? null },
    ...{ form: shape.content_type, title: shape.long_tag, isPublic: shape.is_public, isLock: shape.is_lock },
    openTime: shape.open_time?.toISOString() ?? null,
    ...lockUnsealed(context, { id, type }, content),
    ...{ objectKeys: objects.map(({ key }) => key), objectCount: objects.length },
    ...rememberedAs(context.once, { capsule_id: String(id) }),
  })
  if (written) return { capsule_id: String(id), revision: written.revision }
  const unread = { userId, type, status: STATUS.draft }
  await refuseNotTaken(db, takenDraft(id, input.revision), unread)
  await refuseNotFree(db, objects)
  throw new Overtaken()
}

type DraftValues = LockedContent &
  Remembered & {
    id: number
    userId: number
    type: CapsuleType
    seen: number | null
    form: number
    title: string
    isPublic: number
    isLock: number
    openTime: string | null
    objectKeys: string[]
    objectCount: number
  }

/** A draft that another save has changed while we waited is not written over: the uploads it names now are not held. */
const writeOver = prepared((v: DraftValues) => {
  const isOwn = isTaken({ draftRevision: v.seen }, v)
  const isFree = sql`free and key = any(${v.objectKeys}::text[])`
  return sql<{ revision: number }>`
    with seen as (select revision from capsules where id = ${v.id}),
    held as (${heldCapsule(v.id, sql`${isOwn} and c.revision = (select revision from seen)`)}),
    had as (${heldObjects(sql`${v.objectKeys}::text[]`, sql`${v.id}::bigint`, sql`exists (select from held)`)}),
    written as (
      update capsules c set content_type = ${v.form}, long_tag = ${v.title}, is_public = ${v.isPublic}, is_lock = ${v.isLock},
        open_time = ${v.openTime}::timestamptz, updated_at = now(), revision = c.revision + 1
      from held where c.id = held.id and (select count(*) from had where ${isFree}) = ${v.objectCount}
      returning c.id, c.revision
    ), ${contentSql(v, sql`written`)},
    ${namedSql({ capsuleId: sql`${v.id}::bigint`, from: sql`(select key from had, written where ${isFree}) h` })},
    ${letGoSql(sql`(select id from written)`, v.objectKeys)}, ${rememberedSql(v, {
      ...{ of: v.userId, from: sql`written` },
      more: sql`jsonb_build_object('revision', revision)`,
    })}
    select revision from written`
})
