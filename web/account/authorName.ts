import type { PublicCard } from '#contract/capsule.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'

/** What the author of a public capsule is called. */
export const authorName = ({ user }: Pick<PublicCard, 'user'>): string =>
  user.cancelled ? CANCELLED_NAME : user.nickname
