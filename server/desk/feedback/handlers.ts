import type { Handlers } from '#server/platform/context.ts'
import { feedback } from './feedback.ts'
import { feedbackAnswer } from './feedbackAnswer.ts'
import { feedbackList } from './feedbackList.ts'

export const feedbackHandlers = { feedback, feedbackList, feedbackAnswer } satisfies Partial<Handlers>
