import { colorIndex, type PublicCard } from '#contract/capsule.ts'
import type { Followed, Person } from '#contract/social.ts'

/** The author of the capsules shown here. */
export const author: PublicCard['user'] = { id: '9', nickname: '阿禾', avatar: '', sex: '0', cancelled: 0 }
export const gone: PublicCard['user'] = { id: '8', nickname: '', avatar: '', sex: '', cancelled: 1 }

export const publicCard = (id: string, fields: Partial<PublicCard> = {}): PublicCard => ({
  id,
  type: 0,
  capsule: 0,
  content_type: 0,
  long_tag: `第${id}枚`,
  status: 2,
  is_public: 1,
  review: '',
  is_lock: 0,
  open_time: '2026-01-01 00:00:00',
  open_at: '2026-01-02 08:00:00',
  sealed_at: '2025-01-01 00:00:00',
  created_at: '2025-01-01 00:00:00',
  updated_at: '',
  love_count: 3,
  colorIndex: colorIndex(Number(id)),
  user: author,
  ...fields,
})

/** The person whose home is looked at. */
export const them = (fields: Partial<Person> = {}): Person => ({
  ...author,
  is_follow: 0,
  is_mine: 0,
  is_blocked: 0,
  public_count: 12,
  follower_count: 7,
  followed_count: 4,
  ...fields,
})

export const followed = (id: string, fields: Partial<Followed['followed_user']> = {}, status: 1 | 2 = 1): Followed => ({
  followed_user: { id, nickname: `朋友${id}`, avatar: '', cancelled: 0, ...fields },
  status,
})

/** The answer to a call for a list of capsules: the first page and the last. */
export const walkedCards = (data: PublicCard[]) => ({ capsules: { data, current_page: 1, per_page: 15, next: '' } })
export const walkedUsers = (data: Followed[]) => ({ users: { data, current_page: 1, per_page: 20, next: '' } })
