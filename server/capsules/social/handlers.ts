import type { Handlers } from '#server/platform/context.ts'
import { userFollow, userUnfollow } from './follow.ts'
import { like, unlike } from './like.ts'
import { userCapsules } from './userCapsules.ts'
import { userDetail } from './userDetail.ts'
import { userFollowList } from './userFollowList.ts'
import { userLoveList } from './userLoveList.ts'

export const socialHandlers = {
  like,
  unlike,
  userLoveList,
  userFollow,
  userUnfollow,
  userFollowList,
  userDetail,
  userCapsules,
} satisfies Partial<Handlers>
