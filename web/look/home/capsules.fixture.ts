import type { PublicCard } from '#contract/capsule.ts'
import { publicCard } from '#web/people/social/social.fixture.ts'

/** `count` public capsules, newest first, called 胶囊 and their number. */
export const publicCapsules = (count: number, first = 1): PublicCard[] =>
  Array.from({ length: count }, (_, index) => publicCapsule(first + index))

export const publicCapsule = (number: number, more: Partial<PublicCard> = {}): PublicCard =>
  publicCard(String(number), { long_tag: `胶囊${number}`, love_count: number, ...more })
