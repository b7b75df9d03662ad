import type { PublicCard } from '#contract/capsule.ts'
import { colorIndex } from '#contract/capsule.ts'

/** So many public capsules, newest first, called 胶囊 and their number. */
export const publicCapsules = (count: number, first = 1): PublicCard[] =>
  Array.from({ length: count }, (_, index) => publicCapsule(first + index))

export function publicCapsule(number: number, more: Partial<PublicCard> = {}): PublicCard {
  const day = '2026-01-01 00:00:00'
  return {
    id: String(number),
    type: 0,
    capsule: 0,
    content_type: 0,
    long_tag: `胶囊${number}`,
    status: 2,
    is_public: 1,
    is_lock: 0,
    open_time: day,
    open_at: day,
    sealed_at: day,
    created_at: day,
    updated_at: day,
    love_count: number,
    colorIndex: colorIndex(number),
    user: { id: '9', nickname: '阿晚', avatar: '', sex: '', cancelled: 0 },
    ...more,
  }
}
