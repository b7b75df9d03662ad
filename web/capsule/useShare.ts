import type { Detail } from '#contract/capsule.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'
import { useChangeDetail } from '#web/useDetail.ts'

export type Sharing = Pick<Detail, 'id' | 'long_tag' | 'shared'>

/** The token of an opened capsule's link, once it is out, and the end of it. */
export function useShare({ id: capsule_id }: Sharing, onStopped: () => void) {
  const change = useChangeDetail(capsule_id)
  const share = useSend('capsuleShare', { onSuccess: () => change({ shared: 1 }) })
  const unshare = useSend('capsuleUnshare', {
    onSuccess: () => {
      change({ shared: 0 })
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
