import { TYPE } from '#contract/capsule.ts'
import type { Handlers } from '#server/context.ts'
import { createDraft } from './createDraft.ts'
import { capsuleDetail } from './detail.ts'
import { capsuleUpdate, deleteDraft } from './drafts.ts'
import { capsuleOpenList, myClosed, myDrafts, myOpen } from './lists.ts'
import { capsuleIsPublic } from './public.ts'
import { capsuleQlist } from './questions.ts'
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
  capsuleQlist,
} satisfies Partial<Handlers>
