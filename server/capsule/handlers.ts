import { STATUS } from '#contract/capsule.ts'
import { QUESTIONS } from '#contract/seal.ts'
import { refuseWithoutTel } from '#server/account/user.ts'
import type { Db, Handlers } from '#server/context.ts'
import { missing, refuse } from '#server/fail.ts'
import { capsuleDetail } from './detail.ts'
import { capsuleUpdate, createTimeDraft, deleteDraft } from './drafts.ts'
import { capsuleOpenList, myClosed, myDrafts, myOpen } from './lists.ts'

export const capsuleHandlers = {
  capsuleOpenList,
  capsuleDetail,
  myOpenCapsules: myOpen,
  myClosedCapsules: myClosed,
  myDrafts,
  createTimeDraft,
  capsuleUpdate,
  deleteDraft,
  async capsuleIsPublic({ db, caller }, { capsule_id, is_public }) {
    if (is_public === 1) await refuseWithoutTel(db, caller.userId)
    const { numUpdatedRows } = await db
      .updateTable('capsules')
      .set({ is_public })
      .where('id', '=', Number(capsule_id))
      .where('owner_id', '=', caller.userId)
      .where('status', '=', STATUS.unsealed)
      .where('type', '=', 0)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw await whyNotPublic(db, Number(capsule_id), caller.userId)
    return {}
  },
  async capsuleQlist({ db, caller }, { capsule_id }) {
    if (!capsule_id) return { questions: [...QUESTIONS] }
    const row = await db
      .selectFrom('capsules')
      .select('questions')
      .where('id', '=', Number(capsule_id))
      .where('owner_id', '=', caller.userId)
      .executeTakeFirst()
    if (!row) throw missing()
    return { questions: row.questions }
  },
} satisfies Partial<Handlers>

async function whyNotPublic(db: Db, id: number, userId: number) {
  const row = await db
    .selectFrom('capsules')
    .select('status')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .executeTakeFirst()
  return row ? refuse('解封之后才能公开胶囊') : missing()
}
