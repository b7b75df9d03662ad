import type { Handlers } from '#server/platform/context.ts'
import { yearLines } from './yearLines.ts'
import { yearReview } from './yearReview.ts'

export const yearHandlers = { yearReview, yearLines } satisfies Partial<Handlers>
