import type { Parsed } from '#contract/calls.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { whyNotInPublic } from '#contract/profile.ts'
import { NOT_FOR_ALL, TAKEN_DOWN } from '#contract/report.ts'
import { refuseUnlessAllowed } from '#server/capsules/capsule/own.ts'
import { missing, refuse, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockCapsules, lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { tellOwn } from '#server/platform/media/clean/whole.ts'
import { closeCase } from '#server/platform/moderation/cases.ts'
import { moderateCapsule } from './moderateCapsule.ts'
import { hide, publish } from './publish.ts'

/**
 * Shows an unsealed capsule to everybody once it has been looked at, or shows it no longer. A doubtful one waits for an operator
 * (readings 9); it cannot change between the look and the showing, since an open capsule is not written over.
 */
export async function capsuleIsPublic(
  context: UserContext,
  { capsule_id, is_public, told }: Parsed<'capsuleIsPublic'>,
) {
  const id = Number(capsule_id)
  if (is_public === 0) {
    await inTransaction(context.db, (db) => withdraw(db, id, context.caller.userId))
    return { is_public, review: '' as const }
  }
  // Refused before anything of it is read.
  const now = await inTransaction(context.db, (db) => hold(db, id, context.caller.userId))
  if (told === 1) await tellOwn(context, id)
  if (isAsked(now)) return answerOf(now)
  const found = await moderateCapsule(context, id)
  const outcome = await inTransaction(context.db, async (db) => {
    const held = await hold(db, id, context.caller.userId)
    return isAsked(held) ? held : publish(db, { id, ownerId: context.caller.userId }, found)
  })
  if (outcome.refused) throw refuse(NOT_FOR_ALL)
  return answerOf(outcome)
}

type Standing = { is_public: number; review: string | null; refused?: boolean }

const isAsked = ({ is_public, review }: Standing): boolean => is_public === 1 || review !== null

const answerOf = ({ review }: Standing) => ({
  is_public: 1 as const,
  review: review === null ? ('' as const) : ('waiting' as const),
})

/** The caller's own open capsule that may be shown, locked. */
async function hold(db: Tx, id: number, userId: number): Promise<Standing> {
  const { own, person } = await holdBoth(db, id, userId)
  refuseIf(whyNotInPublic({ tel: person.tel ?? '', banned: person.hidden === 'banned' }))
  const open = refuseUnlessOpen(own)
  await refuseUnlessAllowed(db, id)
  if (open.review === 'down') throw refuse(TAKEN_DOWN)
  return open
}

/** The operator's open case goes with it: nobody looks at a private capsule. One that was taken down stays so. */
async function withdraw(db: Tx, id: number, userId: number): Promise<void> {
  const { own } = await holdBoth(db, id, userId)
  if (refuseUnlessOpen(own).review === 'down') return
  await hide(db, id, null)
  await closeCase(db, { kind: 'capsule', targetId: id }, 'withdrawn')
}

async function holdBoth(db: Tx, id: number, userId: number) {
  const own = await lockCapsules(db)
    .select(['c.status', 'c.type', 'c.is_public', 'c.review'])
    .where('c.id', '=', id)
    .where('c.owner_id', '=', userId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  return { own, person: await lockPerson(db, userId) }
}

type Own = Awaited<ReturnType<typeof holdBoth>>['own']

function refuseUnlessOpen(own: Own): NonNullable<Own> {
  if (!own) throw missing()
  if (own.status !== STATUS.unsealed || own.type !== TYPE.time) throw refuse('解封之后才能公开胶囊')
  return own
}
