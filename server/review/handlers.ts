import type { Handlers } from '#server/context.ts'
import { handNoticeDone, handNotices } from './handNotices.ts'
import { reviewDecide } from './reviewDecide.ts'
import { reviewList } from './reviewList.ts'
import { reviewLogin } from './reviewLogin.ts'
import { endOperatorSession } from './sessions.ts'

export const reviewHandlers = {
  reviewLogin,
  reviewLogout: async ({ db, operator }) => {
    await endOperatorSession(db, operator.sessionId)
    return {}
  },
  reviewList,
  reviewDecide,
  handNotices,
  handNoticeDone,
} satisfies Partial<Handlers>
