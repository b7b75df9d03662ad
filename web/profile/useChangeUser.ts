import { useQueryClient } from '@tanstack/react-query'
import type { CallName, Output } from '#contract/calls.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

type Changing = 'userInfoUpdate' | 'telBind' | 'unbind' | 'wechatBind' | 'weiboBind'
/** Where the person's name, picture or number is shown or decides. */
const STALE: readonly CallName[] = ['userInfo', 'taskList', 'capsuleDetail']

/** A call that changes the signed-in person and answers with them: what is shown follows at once, then `done` is said. */
export function useChangeUser<N extends Changing>(name: N, done: string, options: { quiet?: boolean } = {}) {
  const queries = useQueryClient()
  return useSend(name, {
    ...options,
    invalidates: STALE,
    onSuccess: (data) => {
      queries.setQueryData<Output<'userInfo'>>(['userInfo', {}], data)
      toast(done)
    },
  })
}
