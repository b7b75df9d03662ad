import { TYPE } from '#contract/capsule.ts'
import { QUESTIONS } from '#contract/seal.ts'
import type { Handlers } from '#server/context.ts'
import { missing } from '#server/fail.ts'
import { createDraft } from './createDraft.ts'
import { capsuleDetail } from './detail.ts'
import { capsuleUpdate, deleteDraft } from './drafts.ts'
import { capsuleOpenList, myClosed, myDrafts, myOpen } from './lists.ts'
import { capsuleIsPublic } from './public.ts'
import { capsuleShare, capsuleUnshare } from './share.ts'

export const capsuleHandlers = {
  capsuleOpenList,
  capsuleDetail,
  myOpenCapsules: myOpen,
  myClosedCapsules: myClosed,
  myDrafts,
  createTimeDraft: createDraft(TYPE.time),
  createDiaryDraft: createDraft(TYPE.diary),
  createForecastDraft: createDraft(TYPE.forecast),
  capsuleUpdate,
  deleteDraft,
  capsuleIsPublic,
  capsuleShare,
  capsuleUnshare,
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
