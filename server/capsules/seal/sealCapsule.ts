import { sql } from 'kysely'
import type { CapsuleForm, CapsuleType } from '#contract/capsule.ts'
import { STATUS, TYPE_KIND } from '#contract/capsule.ts'
import { fieldsOfKind, type GivenFields } from '#contract/capsuleFields.ts'
import type { Contact } from '#contract/contact.ts'
import type { ContentItem } from '#contract/content.ts'
import { CONTACT_CHANNELS } from '#contract/notice.ts'
import type { To } from '#contract/receiver.ts'
import { formatChina } from '#contract/time.ts'
import { INSUFFICIENT } from '#contract/wallet.ts'
import { commitTo } from '#server/capsules/capsule/commitment.ts'
import { type Content, fingerprintsOf, uploadsIn } from '#server/capsules/capsule/content.ts'
import { isTaken, lockDraft, refuseNotTaken, takenDraft } from '#server/capsules/capsule/deleteDraft.ts'
import { lockContent } from '#server/capsules/capsule/stored.ts'
import { contentSql, lockedContent } from '#server/capsules/capsule/writing.ts'
import { REWARD } from '#server/capsules/diary/reward.ts'
import { encryptContact, foldedMark } from '#server/capsules/notice/address.ts'
import { newReceiver, receiverSql } from '#server/capsules/receiver/newReceiver.ts'
import { type Back, NO_BACK, sentBackSql } from '#server/capsules/receiver/sentBack.ts'
import { type Fail, refuse } from '#server/core/fail.ts'
import { inHashingTurn } from '#server/people/account/hashing.ts'
import { spendingOf } from '#server/people/wallet/movement.ts'
import { type Bonus, movementSql } from '#server/people/wallet/post.ts'
import { refuseUnaffordable } from '#server/people/wallet/spend.ts'
import type { UserContext } from '#server/platform/context.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { rememberedAs, rememberedSql } from '#server/platform/idempotency.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { type Checked, checkObjects } from '#server/platform/media/check.ts'
import { noteTold } from '#server/platform/media/clean/given.ts'
import { lockReferences, refuseNotHeld, sealedObjects, sealReferencesSql } from '#server/platform/media/references.ts'
import { hashAnswers } from './answers.ts'

export type Sealing = {
  type: CapsuleType
  contentType: CapsuleForm
  content: ContentItem[]
  longTag: string
  /** The fields beside the content, among whatever else was sent. */
  fields: GivenFields
  openTime: Date
  isPublic: number
  isLock: number
  answers: Record<string, string>
  contact: Contact
  /** For whom it is, where that is somebody else. */
  to?: To | undefined
  /** Who has it at once, where it answers one that they sent. */
  back?: Back | undefined
  /** Its owner was told which files of it its contacts get as they are. */
  isTold?: boolean
  draftId: number | undefined
  /** The revision its writer has seen; another one by now is refused. */
  draftRevision?: number
  /** The moment it is sealed at, where it is made up; otherwise now. */
  sealedAt?: Date
  /** A gain that comes with it once, to the balance that pays. */
  bonus?: Bonus
}

type Sealed = { id: number; reward: number }

/** A capsule ready to be sealed: looked at, hashed and encrypted, which takes its time and holds nothing. */
type Prepared = {
  id: number
  sealing: Sealing
  sealedAt: Date
  commitment: Uint8Array
  objects: readonly Checked[]
  locked: ReturnType<typeof lockContent>
  answersHash: string | null
}

/** Seals a capsule and pays for it, or refuses when the balance is empty; its id. */
export async function sealCapsule(context: UserContext, sealing: Sealing): Promise<number> {
  const { id } = await writeSealed(context, await prepareSealing(context, sealing))
  return id
}

/** All of a sealing that needs no transaction. Refuses an empty balance before anything that is slow. */
export async function prepareSealing(context: UserContext, sealing: Sealing): Promise<Prepared> {
  const { db, keys, ids, caller } = context
  const kind = TYPE_KIND[sealing.type]
  const id = await ids.capsule()
  const uploads = uploadsIn(sealing.type, sealing.content)
  // Looking at uploads takes its time: a caller who cannot pay is refused before.
  if (uploads.length > 0) await refuseUnaffordable(db, caller.userId, kind)
  const objects = await checkObjects(context, uploads)
  if (sealing.isTold)
    await noteTold(
      db,
      uploads.map(({ key }) => key),
    )
  const answersHash = await hashedAnswers(context, sealing)
  // After all that is slow: a receipt names this moment.
  const sealedAt = sealing.sealedAt ?? context.now()
  const content = whatIsSealed(sealing)
  const { seed, commitment } = commitToSealing({ id, sealedAt, sealing, content })
  const binding = { id, owner: caller.userId, type: sealing.type, opens: formatChina(sealing.openTime) }
  const locked = lockContent(keys, binding, { ...content, seed: seed.toString('hex') })
  return { id, sealing, sealedAt, commitment, objects, locked, answersHash }
}

type ToCommit = { id: number; sealedAt: Date; sealing: Sealing; content: Content }

function commitToSealing({ id, sealedAt, sealing: { type, openTime, longTag }, content }: ToCommit) {
  const times = { sealed_at: formatChina(sealedAt), open_time: formatChina(openTime) }
  return commitTo(
    { id: String(id), type, ...times },
    { ...content, type, title: longTag },
    fingerprintsOf(content.content),
  )
}

/**
 * Its draft and uploads are held first, so that the statement sees who else names them by then; without either it is one
 * statement of its own.
 */
export async function writeSealed(context: UserContext, ready: Prepared): Promise<Sealed> {
  const { objects, sealing } = ready
  const { draftId } = sealing
  if (objects.length === 0 && draftId === undefined) return writeAtOnce(context, ready)
  return inTransaction(context.db, async (db) => {
    if (draftId !== undefined) await lockDraft(db, { id: draftId, userId: context.caller.userId })
    await lockReferences(db, objects, draftId)
    return writeAtOnce({ ...context, db }, ready)
  })
}

/** Refuses when the balance is empty. */
async function writeAtOnce(context: UserContext, ready: Prepared): Promise<Sealed> {
  const { db } = context
  const { sealing, objects } = ready
  const beside = sealing.back ? 'back' : sealing.to ? 'receiver' : sealing.bonus ? 'bonus' : 'alone'
  const statement = STATEMENTS[objects.length > 0 ? 'uploads' : 'plain'][beside]
  const [sealed] = await statement(db, valuesOf(context, ready))
  if (sealed) return sealed
  // Another capsule may have been sealed with one of them meanwhile.
  await refuseNotHeld(db, objects)
  throw await whyNotSealed(context, sealing)
}

type SealingValues = ReturnType<typeof valuesOf>

const NO_BONUS: Bonus = { bonusScope: '', bonusKey: '', bonusReason: '', bonusAmount: 0 }

function valuesOf({ keys, caller, once }: UserContext, { id, sealing, sealedAt, ...ready }: Prepared) {
  const kind = TYPE_KIND[sealing.type]
  const spent = { userId: caller.userId, kind, amount: 1, at: sealing.sealedAt }
  const spending = { ...spent, scope: 'seal', key: String(id), reason: REASON[kind] }
  const answer = { capsule_id: String(id), ...(sealing.bonus && { revision: 1 }) }
  return {
    id,
    ...spendingOf(spending),
    ...(sealing.bonus ?? NO_BONUS),
    ...{ type: sealing.type, contentType: sealing.contentType, longTag: sealing.longTag },
    ...takenDraft(sealing.draftId, sealing.draftRevision),
    ...{ isPublic: sealing.isPublic, isLock: sealing.isLock },
    openTime: sealing.openTime.toISOString(),
    sealedAt: sealedAt.toISOString(),
    questions: JSON.stringify(Object.keys(sealing.answers)),
    answersHash: ready.answersHash,
    commitment: ready.commitment,
    ...lockedContent(ready.locked),
    ...sealedObjects(ready.locked.key, ready.objects),
    contacts: JSON.stringify(encryptedContacts(keys, id, sealing.contact)),
    ...newReceiver(keys, id, sealing.to),
    ...(sealing.back ?? NO_BACK),
    ...rememberedAs(once, answer),
  }
}

/**
 * Spends, books, writes the capsule with its encrypted content and contacts, drops the draft and remembers the answer –
 * all in one statement, so that there is no moment at which only part of it is true. Its parts, in their order: `had`, the
 * uploads (references.ts: `before`); `taken`, the draft; the movement (wallet/post.ts), `booked` or not, by the condition of
 * both; and of that row `made`, `content`, `contacted`, `given`, `dropped`, `remembered`, then the uploads' `locked` and `named`
 * (`after`).
 */
function statementOf(
  v: SealingValues,
  has: { uploads: boolean; bonus?: boolean; receiver?: typeof receiverSql | typeof sentBackSql },
) {
  const { id, userId } = v
  const media = has.uploads ? sealReferencesSql(v, { capsuleId: id, userId }) : undefined
  const sealedAt = sql`${v.sealedAt}::timestamptz`
  const movement = movementSql(v, {
    condition: sql`(${v.draftId}::bigint = 0 or exists (select from taken)) and ${media?.condition ?? sql`true`}`,
    ...(has.bonus && { bonus: v }),
  })
  const reward = has.bonus ? REWARD : sql<number>`0`
  return sql<Sealed>`
    with ${media?.before ?? sql``} taken as (
      select c.id from capsules c where c.id = ${v.draftId} and ${isTaken(v, { userId, type: v.type })}
    ), ${movement}, made as (
      insert into capsules (id, owner_id, type, content_type, status, long_tag, is_public, is_lock, open_time, sealed_at,
        created_at, questions, answers_hash, notice_at)
      select ${id}, ${userId}, ${v.type}, ${v.contentType}, ${sql.lit(STATUS.sealed)}, ${v.longTag},
        ${v.isPublic}, ${v.isLock}, ${v.openTime}::timestamptz, ${sealedAt}, ${sealedAt},
        ${v.questions}::jsonb, ${v.answersHash}, ${v.openTime}::timestamptz from booked
      returning id
    ), ${contentSql(v, sql`made`, sql`${v.commitment}`)}, contacted as (
      insert into capsule_contacts (capsule_id, channel, address, folded, mention)
      select ${id}, c.channel, c.address, c.folded, c.mention from booked,
        jsonb_to_recordset(${v.contacts}::jsonb) as c (channel text, address text, folded text, mention int)
    )${has.receiver?.(v, sql`made`) ?? sql``}, dropped as (
      delete from capsules where id in (select id from taken) and exists (select from booked)
    ), ${rememberedSql(v, {
      ...{ of: userId, from: sql`booked` },
      ...(has.bonus && { more: sql`jsonb_build_object('reward', ${REWARD})` }),
    })}${media?.after ?? sql``}
    select id, ${reward} as reward from made`
}

/** Each text is made once. Most have neither uploads nor a bonus, and are for nobody else. */
const STATEMENTS = {
  plain: {
    alone: prepared((v: SealingValues) => statementOf(v, { uploads: false })),
    bonus: prepared((v: SealingValues) => statementOf(v, { uploads: false, bonus: true })),
    receiver: prepared((v: SealingValues) => statementOf(v, { uploads: false, receiver: receiverSql })),
    back: prepared((v: SealingValues) => statementOf(v, { uploads: false, receiver: sentBackSql })),
  },
  uploads: {
    alone: prepared((v: SealingValues) => statementOf(v, { uploads: true })),
    bonus: prepared((v: SealingValues) => statementOf(v, { uploads: true, bonus: true })),
    receiver: prepared((v: SealingValues) => statementOf(v, { uploads: true, receiver: receiverSql })),
    back: prepared((v: SealingValues) => statementOf(v, { uploads: true, receiver: sentBackSql })),
  },
}

/** Hashing is slow and its queue is everybody's: a caller who cannot pay does not stand in it. */
async function hashedAnswers({ db, keys, caller }: UserContext, { type, answers }: Sealing): Promise<string | null> {
  if (Object.keys(answers).length === 0) return null
  await refuseUnaffordable(db, caller.userId, TYPE_KIND[type])
  return inHashingTurn({ lane: 'own', who: `sealing of ${caller.userId}` }, () => hashAnswers(keys, answers))
}

async function whyNotSealed({ db, caller }: UserContext, { type, draftId, draftRevision }: Sealing): Promise<Fail> {
  await refuseNotTaken(db, takenDraft(draftId, draftRevision), { userId: caller.userId, type, status: STATUS.draft })
  return refuse(INSUFFICIENT[TYPE_KIND[type]])
}

const REASON = { time: '封存时光胶囊', diary: '封存日记胶囊', forecast: '发布预测胶囊' } as const

const whatIsSealed = ({ type, content, fields }: Sealing): Content => ({
  content,
  ...fieldsOfKind(TYPE_KIND[type], fields),
})

/** Whom to tell is nobody else's business: each address is encrypted, bound to capsule and channel. */
function encryptedContacts(keys: Keys, id: number, contact: Contact) {
  return CONTACT_CHANNELS.flatMap((channel) => {
    const address = contact[channel]
    if (!address) return []
    const mention = channel === 'weibo' ? (contact.mention ?? 0) : 0
    const boxed = encryptContact(keys, id, channel, address)
    return [{ channel, address: boxed, folded: foldedMark(boxed), mention }]
  })
}
