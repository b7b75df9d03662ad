import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { DRAFT_EMPTY, DRAFTS_FULL, STATUS, TYPE } from '#contract/capsule.ts'
import { whyNotItems } from '#contract/content.ts'
import { DRAFTS_MAX } from '#contract/limits.ts'
import { parseChina } from '#contract/time.ts'
import { lockPerson } from '#server/account/people.ts'
import type { Db, UserContext } from '#server/context.ts'
import { missing, refuse, refuseIf } from '#server/fail.ts'
import { sealContent } from '#server/keys/envelope.ts'
import type { Keys } from '#server/keys/keys.ts'
import { checkObjects } from '#server/media/check.ts'
import { nameObjects } from '#server/media/name.ts'
import { once } from '#server/once.ts'
import { type Content, cleanItems, keysIn, readContent } from './content.ts'

type Draft = Parsed<'createTimeDraft'>

/** Keeps a draft, or writes over the one that `draft_id` names. */
export async function createTimeDraft(context: UserContext, input: Draft) {
  const { ids, db } = context
  return once(context, async (remember) => {
    const content: Content = {
      content: cleanItems(input.content, writingOf(context, input.content_type)),
      send_word: input.send_word ?? '',
      description: input.description ?? '',
      key_answer: input.key_answer ?? {},
    }
    const objects = await checkObjects(context, keysIn(content.content))
    const id = input.draft_id ? Number(input.draft_id) : await ids.capsule()
    const answer = { capsule_id: String(id) }
    await db.transaction().execute(async (db) => {
      if (input.draft_id) await overwrite({ ...context, db }, id, input)
      else await insert({ ...context, db }, id, input)
      await writeContent({ ...context, db }, id, content)
      await nameObjects(db, id, objects)
      await remember(db, answer)
    })
    return answer
  })
}

/** Edits content and title of a draft (decisions 3, `capsuleUpdate`). */
export async function capsuleUpdate(context: UserContext, input: Parsed<'capsuleUpdate'>) {
  const { db, keys, caller } = context
  const id = Number(input.capsule_id)
  const form = input.content_type ?? (await formOf(db, { id, userId: caller.userId }))
  const items = input.content && cleanItems(input.content, writingOf(context, form))
  const objects = items && (await checkObjects(context, keysIn(items)))
  await db.transaction().execute(async (db) => {
    const before = await lockDraft(db, keys, { id, userId: caller.userId })
    const content = items ?? before.content
    refuseIf(whyNotItems(content, form, DRAFT_EMPTY))
    const description = input.description ?? before.description
    await writeContent({ db, keys }, id, { ...before, content, description })
    if (objects) await nameObjects(db, id, objects)
    await db
      .updateTable('capsules')
      .set({
        updated_at: sql<string>`now()`,
        content_type: form,
        ...(input.long_tag === undefined ? {} : { long_tag: input.long_tag.trim() }),
      })
      .where('id', '=', id)
      .execute()
  })
  return { capsule_id: input.capsule_id }
}

/** Drops a draft; a draft of someone else is as good as none. */
export async function deleteDraft({ db, caller }: UserContext, { capsule_id }: Parsed<'deleteDraft'>) {
  const { numDeletedRows } = await db
    .deleteFrom('capsules')
    .where('id', '=', Number(capsule_id))
    .where('owner_id', '=', caller.userId)
    .where('status', '=', STATUS.draft)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw missing()
  return {}
}

const writingOf = ({ caller }: UserContext, form: number) => ({
  writerId: caller.userId,
  form,
  whenEmpty: DRAFT_EMPTY,
})

const columns = (input: Draft) => ({
  content_type: input.content_type,
  long_tag: input.long_tag?.trim() ?? '',
  is_public: input.is_public,
  is_lock: input.is_lock,
  open_time: input.open_time ? parseChina(input.open_time)! : null,
})

async function insert({ db, caller }: UserContext, id: number, input: Draft): Promise<void> {
  await refuseFullBox(db, caller.userId)
  await db
    .insertInto('capsules')
    .values({ id, owner_id: caller.userId, type: TYPE.time, status: STATUS.draft, questions: '[]', ...columns(input) })
    .execute()
}

/** The person's row is locked while it is counted, so that many at once do not pass the bound together. */
async function refuseFullBox(db: Db, userId: number): Promise<void> {
  await lockPerson(db, userId)
  const { count } = await db
    .selectFrom('capsules')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', userId)
    .where('status', '=', STATUS.draft)
    .executeTakeFirstOrThrow()
  if (count >= DRAFTS_MAX) throw refuse(DRAFTS_FULL)
}

async function overwrite({ db, caller }: UserContext, id: number, input: Draft): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('capsules')
    .set({ ...columns(input), updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('owner_id', '=', caller.userId)
    .where('status', '=', STATUS.draft)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw missing()
}

async function formOf(db: Db, { id, userId }: { id: number; userId: number }): Promise<number> {
  const row = await db
    .selectFrom('capsules')
    .select('content_type')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('status', '=', STATUS.draft)
    .executeTakeFirst()
  if (!row) throw missing()
  return row.content_type
}

async function lockDraft(db: Db, keys: Keys, { id, userId }: { id: number; userId: number }): Promise<Content> {
  const row = await db
    .selectFrom('capsules as c')
    .innerJoin('capsule_contents as k', 'k.capsule_id', 'c.id')
    .select(['c.id', 'k.envelope', 'k.sealed'])
    .where('c.id', '=', id)
    .where('c.owner_id', '=', userId)
    .where('c.status', '=', STATUS.draft)
    .forUpdate()
    .executeTakeFirst()
  const content = row && readContent(keys, row)
  if (!content) throw missing()
  return content
}

async function writeContent({ db, keys }: { db: Db; keys: Keys }, id: number, content: Content): Promise<void> {
  const { envelope, sealed } = sealContent(keys, id, content)
  await db
    .insertInto('capsule_contents')
    .values({ capsule_id: id, envelope: JSON.stringify(envelope), sealed })
    .onConflict((at) => at.column('capsule_id').doUpdateSet({ envelope: JSON.stringify(envelope), sealed }))
    .execute()
}
