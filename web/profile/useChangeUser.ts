import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import { callKey, useSend } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

/** After a change of one's profile (specification 8). */
export const UPDATED = '更新成功'

type Changing = 'userInfoUpdate' | 'telBind' | 'unbind' | 'wechatBind' | 'weiboBind'

/** A call that changes the signed-in person and answers with them: what is shown follows at once, then `done` is said. */
export function useChangeUser<N extends Changing>(
  name: N,
  done: string,
  options: { quiet?: boolean; meanwhile?: string } = {},
) {
  const queries = useQueryClient()
  return useSend(name, {
    ...options,
    onSuccess: (data) => {
      queries.setQueryData<Output<'userInfo'>>(callKey('userInfo', {}), data)
      toast(done)
    },
  })
}
