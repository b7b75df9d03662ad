import type { Detail } from '#contract/capsule.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'

/** What the author of a capsule is called. */
export const authorName = ({ cancelled, nickname }: Pick<Detail['user'], 'cancelled' | 'nickname'>): string =>
  cancelled ? CANCELLED_NAME : nickname
