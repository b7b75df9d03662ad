import { TYPE } from '#contract/capsule.ts'
import type { Handlers } from '#server/platform/context.ts'
import { capsuleDetail } from './capsuleDetail.ts'
import { capsuleQlist } from './capsuleQlist.ts'
import { capsuleShare, capsuleUnshare } from './capsuleShare.ts'
import { capsuleUpdate } from './capsuleUpdate.ts'
import { closedSummary, myClosedCapsules } from './closed.ts'
import { createDraft } from './createDraft.ts'
import { deleteDraft } from './deleteDraft.ts'
import { hideCapsule } from './hideCapsule.ts'
import { capsuleOpenList, myDrafts, myOpenCapsules } from './lists.ts'

export const capsuleHandlers = {
  capsuleOpenList,
  capsuleDetail,
  myOpenCapsules,
  hideCapsule,
  myClosedCapsules,
  closedSummary,
  myDrafts,
  createTimeDraft: createDraft(TYPE.time),
  createDiaryDraft: createDraft(TYPE.diary),
  createForecastDraft: createDraft(TYPE.forecast),
  capsuleUpdate,
  deleteDraft,
  capsuleShare,
  capsuleUnshare,
  capsuleQlist,
} satisfies Partial<Handlers>
