import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import { callKey, useSend } from '#web/client/api.ts'
import { toast } from '#web/ui/toast.tsx'

/** After a change of one's profile (specification 8). */
export const UPDATED = '更新成功'

type Changing = 'userInfoUpdate' | 'telBind' | 'unbind' | 'wechatBind' | 'weiboBind'

/** A call that changes the signed-in person and answers with them: the pages follow at once, then `done` is shown. */
export function useChangeUser<N extends Changing>(
  name: N,
  done: string,
  options: { quiet?: boolean; meanwhile?: string; fields?: readonly string[] } = {},
) {
  const queries = useQueryClient()
  return useSend(name, {
    ...options,
    onSuccess: (data, input) => {
      queries.setQueryData<Output<'userInfo'>>(callKey('userInfo', {}), data)
      toast(awaited(data.user, input) ?? done)
    },
  })
}

/** Of a new name or picture that somebody has to look at first. */
function awaited({ waiting }: Output<'userInfo'>['user'], input: object): string | undefined {
  const kind = waiting.find((one) => one in input)
  return kind && `新${WAITING_NAME[kind]}正在审核，通过后更换`
}
const WAITING_NAME = { nickname: '昵称', avatar: '头像' } as const
