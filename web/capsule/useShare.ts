import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import type { Detail } from '#contract/capsule.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

type Shown = Output<'capsuleDetail'>
export type Sharing = Pick<Detail, 'id' | 'long_tag' | 'shared'>

/** The token of an opened capsule's link, once it is out, and the end of it. */
export function useShare({ id: capsule_id }: Sharing, onStopped: () => void) {
  const queries = useQueryClient()
  const keep = (shared: 0 | 1) =>
    queries.setQueriesData<Shown>(
      { queryKey: ['capsuleDetail', { capsule_id }] },
      (old) => old && { ...old, capsule: { ...old.capsule, shared } },
    )
  const share = useSend('capsuleShare', { onSuccess: () => keep(1) })
  const unshare = useSend('capsuleUnshare', {
    onSuccess: () => {
      keep(0)
      share.reset()
      toast('已停止分享')
      onStopped()
    },
  })

  return {
    token: share.data?.token,
    share: () => share.mutate({ capsule_id }),
    sharing: share.isPending,
    stop: () => unshare.mutate({ capsule_id }),
    stopping: unshare.isPending,
  }
}
