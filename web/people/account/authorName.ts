import type { Detail } from '#contract/capsule.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'

/** The shown name of a capsule's author. */
export const authorName = ({ cancelled, nickname }: Pick<Detail['user'], 'cancelled' | 'nickname'>): string =>
  cancelled ? CANCELLED_NAME : nickname
