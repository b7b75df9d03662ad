import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { fieldsOfKind } from '#contract/capsuleFields.ts'
import { CONTENT_EMPTY } from '#contract/content.ts'
import { writtenAt } from '#contract/diary.ts'
import { type Content, cleanItems, uploadsIn } from '#server/capsules/capsule/content.ts'
import { isTaken, refuseNotTaken, takenDraft } from '#server/capsules/capsule/deleteDraft.ts'
import { contentSql, lockUnsealed, writingOf } from '#server/capsules/capsule/writing.ts'
import { spendingOf } from '#server/people/wallet/movement.ts'
import { movementSql } from '#server/people/wallet/post.ts'
import { refuseUnaffordable } from '#server/people/wallet/spend.ts'
import type { UserContext } from '#server/platform/context.ts'
import { Overtaken } from '#server/platform/db/deadlocks.ts'
import { heldCapsule, heldObjects } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { rememberedAs, rememberedSql, runOnce } from '#server/platform/idempotency.ts'
import { type Checked, checkObjects } from '#server/platform/media/check.ts'
import { namedSql, refuseNotFree } from '#server/platform/media/references.ts'
import { REWARD, rewardOf } from './reward.ts'

type Written = { capsule_id: string; revision: number; reward: number }

/**
 * An ordinary diary: open from the start, paid for with one diary capsule in the statement that writes it. Its day is
 * the one it was written on; which day's first it is, is decided by the moment it arrives (docs/decisions/offline.md). `paidAt`:
 * the moment of its movement, where it is made up.
 */
export async function writeDiary(
  context: UserContext,
  input: Parsed<'createDiaryCapsule'>,
  paidAt?: Date,
): Promise<Written> {
  return runOnce(context, async () => {
    const { db, ids, caller } = context
    const content = contentOf(context, input)
    const uploads = uploadsIn(TYPE.diary, content.content)
    // Looking at uploads takes its time: a caller who cannot pay is refused before.
    if (uploads.length > 0) await refuseUnaffordable(db, caller.userId, 'diary')
    const objects = await checkObjects(context, uploads)
    const id = await ids.capsule()
    const values = valuesOf(context, { id, input, content, objects, paidAt })
    const isPlain = objects.length === 0 && !input.draft_id
    const [written] = await (isPlain ? writePlain : writeWhole)(db, values)
    if (!written) throw await whyNotMade(context, values, objects)
    return { capsule_id: String(id), revision: 1, reward: written.reward }
  })
}

type NewDiary = {
  id: number
  input: Parsed<'createDiaryCapsule'>
  content: Content
  objects: readonly Checked[]
  paidAt: Date | undefined
}
type DiaryValues = ReturnType<typeof valuesOf>

function valuesOf(context: UserContext, { id, input, content, objects, paidAt }: NewDiary) {
  const { userId } = context.caller
  const now = context.now()
  const day = writtenAt(now, input.written_ago)
  const spent = { userId, kind: 'diary' as const, amount: 1, at: paidAt }
  return {
    id,
    ...spendingOf({ ...spent, scope: 'diary', key: String(id), reason: '写日记' }),
    ...rewardOf(userId, now),
    ...{ form: input.content_type, now: now.toISOString(), writtenAt: day.toISOString() },
    receivedAt: day < now ? now.toISOString() : null,
    ...lockUnsealed(context, { id, type: TYPE.diary }, content),
    ...takenDraft(input.draft_id ? Number(input.draft_id) : undefined, input.revision),
    ...{ objectKeys: objects.map(({ key }) => key), objectCount: objects.length },
    ...rememberedAs(context.once, { capsule_id: String(id), revision: 1 }),
  }
}

/**
 * The diary in one statement: its draft and uploads are held, in this order, then its movement, with the day's reward, then
 * the diary itself, and the answer. Most have neither draft nor uploads.
 */
function statementOf(v: DiaryValues, isPlain: boolean) {
  const { id, userId } = v
  const parts = isPlain ? undefined : heldParts(v)
  return sql<{ reward: number }>`
    with ${parts?.before ?? sql``} ${movementSql(v, { condition: parts?.condition ?? sql`true`, bonus: v })}, made as (
      insert into capsules (id, owner_id, type, status, content_type, open_at, created_at, received_at, updated_at, questions)
      select ${id}, ${userId}, ${sql.lit(TYPE.diary)}, ${sql.lit(STATUS.unsealed)}, ${v.form}, ${v.now}::timestamptz,
        ${v.writtenAt}::timestamptz, ${v.receivedAt}::timestamptz, ${v.now}::timestamptz, '[]' from booked
      returning id
    ), ${contentSql(v, sql`made`)}${parts?.after ?? sql``}, ${rememberedSql(v, {
      ...{ of: userId, from: sql`booked` },
      more: sql`jsonb_build_object('reward', ${REWARD})`,
    })}
    select ${REWARD} as reward from made`
}

/** The draft that becomes it, and the uploads of both: those of the draft alone are let go of with it. */
function heldParts(v: DiaryValues) {
  const draft = isTaken(v, { userId: v.userId, type: TYPE.diary })
  const isReady = sql`(${v.draftId}::bigint = 0 or exists (select from taken))`
  const isFree = sql`free and key = any(${v.objectKeys}::text[])`
  return {
    before: sql`taken as (${heldCapsule(v.draftId, draft, { going: true })}),
      had as (${heldObjects(sql`${v.objectKeys}::text[]`, sql`${v.draftId}::bigint`, isReady)}),`,
    condition: sql`${isReady} and (select count(*) from had where ${isFree}) = ${v.objectCount}`,
    after: sql`, dropped as (
      delete from capsules where id in (select id from taken) and exists (select from booked)
    ), ${namedSql({ capsuleId: sql`${v.id}::bigint`, from: sql`(select key from had, booked where ${isFree}) h` })}`,
  }
}

const writePlain = prepared((v: DiaryValues) => statementOf(v, true))
const writeWhole = prepared((v: DiaryValues) => statementOf(v, false))

async function whyNotMade(
  { db, caller: { userId } }: UserContext,
  v: DiaryValues,
  objects: readonly Checked[],
): Promise<Error> {
  await refuseUnaffordable(db, userId, 'diary')
  await refuseNotTaken(db, v, { userId, type: TYPE.diary, status: STATUS.draft })
  await refuseNotFree(db, objects)
  // Whatever was in its way is gone by now.
  return new Overtaken()
}

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
