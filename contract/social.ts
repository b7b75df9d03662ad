import { z } from 'zod'
import { publicCard } from './capsule.ts'
import { after, flag, id, page, pageSize, walked, walkInput } from './fields.ts'
import { FOLLOWED_USERS_PAGE_SIZE } from './limits.ts'

export const FOLLOW_SELF = '不能关注自己'
export const LOVED_EMPTY = '还没有喜欢的胶囊哦~'
export const FOLLOWED_EMPTY = '还没有关注的人哦~'
export const PUBLIC_EMPTY = '暂无公开胶囊~'

/** Title of somebody's home by `sex`: 0 female, 1 male, '' not said (specification 2, readings 7). */
export const homeTitle = (sex: string): string => `${sex === '0' ? '她' : sex === '1' ? '他' : 'TA'}的公开胶囊`

export const userInput = z.object({ user_id: id })

/** Somebody as others see them. */
export const person = z.object({
  id: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  sex: z.string(),
  cancelled: flag,
  is_follow: flag,
  is_mine: flag,
  /** The caller has blocked them. */
  is_blocked: flag,
  public_count: z.int(),
  follower_count: z.int(),
  followed_count: z.int(),
  /** The outcomes of their predictions; only when they show them. */
  forecasts: z
    .object({
      sealed: z.int(),
      opened: z.int(),
      judged: z.int(),
      hit_rate: z.number().nullable(),
      brier: z.number().nullable(),
    })
    .optional(),
})
export type Person = z.infer<typeof person>
export type ShownRecord = NonNullable<Person['forecasts']>
export const personOutput = z.object({ user: person })

export const theirCapsulesInput = walkInput.extend({ user_id: id })
export const publicCardsOutput = z.object({ capsules: walked(publicCard) })

/** 1 I follow them, 2 we follow each other. */
export const FOLLOW = { one: 1, both: 2 } as const
export const followedInput = z.object({ page, pageSize: pageSize(FOLLOWED_USERS_PAGE_SIZE), after })
const followed = z.object({
  followed_user: z.object({ id: z.string(), nickname: z.string(), avatar: z.string(), cancelled: flag }),
  status: z.literal([FOLLOW.one, FOLLOW.both]),
})
export type Followed = z.infer<typeof followed>
export const followedOutput = z.object({ users: walked(followed) })
