import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import { callKey, useSend } from '#web/client/api.ts'
import { useWish } from './useWish.ts'

/** Whether the person follows somebody, and the press that turns it over. */
export function useFollow(user_id: string, followed: boolean): [boolean, () => void] {
  const queries = useQueryClient()
  const follow = useSend('userFollow', { quiet: true })
  const unfollow = useSend('userUnfollow', { quiet: true })
  return useWish(followed, async (wish) => {
    await (wish ? follow : unfollow).mutateAsync({ user_id })
    queries.setQueryData<Output<'userDetail'>>(
      callKey('userDetail', { user_id }),
      (old) => old && { user: followedBy(old.user, wish) },
    )
  })
}

/** Somebody with one follower more or less. */
export const followedBy = (user: Output<'userDetail'>['user'], follows: boolean) => ({
  ...user,
  is_follow: follows ? (1 as const) : (0 as const),
  follower_count: user.follower_count + Number(follows) - user.is_follow,
})
