import type { Handlers } from '#server/platform/context.ts'
import { deskHistory, deskLooks } from './acts.ts'
import { caseDecide } from './caseDecide.ts'
import { caseList } from './caseList.ts'
import { deskClock, deskClockSet } from './deskClock.ts'
import { deskLost } from './deskLost.ts'
import { handNoticeDone, handNotices } from './handNotices.ts'
import { reviewDecide } from './reviewDecide.ts'
import { reviewList } from './reviewList.ts'
import { reviewLogin } from './reviewLogin.ts'
import { deskEndSession, deskMe, deskPassword, deskTotp, deskTotpNew } from './self.ts'
import { endOperatorSession } from './sessions.ts'

export const reviewHandlers = {
  reviewLogin,
  reviewLogout: async ({ db, operator }) => {
    await endOperatorSession(db, operator.sessionId)
    return {}
  },
  deskMe,
  deskPassword,
  deskTotpNew,
  deskTotp,
  deskEndSession,
  deskHistory,
  deskLooks,
  deskClock,
  deskClockSet,
  deskLost,
  reviewList,
  reviewDecide,
  caseList,
  caseDecide,
  handNotices,
  handNoticeDone,
} satisfies Partial<Handlers>
