import { useEffect, useEffectEvent } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { goesWholeText } from '#web/capsule/media/goesWhole.ts'
import { useSend } from '#web/client/api.ts'
import { useChangeDetail } from '#web/client/useDetail.ts'
import { toast } from '#web/ui/toast.tsx'

export type Sharing = Pick<Detail, 'id' | 'long_tag' | 'shared' | 'capsule_content'>

/** The token of an opened capsule's link, once there is one, and the ways to make and to end the link. */
export function useShare({ id: capsule_id, shared, capsule_content }: Sharing, onStopped: () => void) {
  const change = useChangeDetail(capsule_id)
  const whole = goesWholeText(capsule_content?.content ?? [])
  const share = useSend('capsuleShare', { onSuccess: () => change({ shared: 1 }) })
  const unshare = useSend('capsuleUnshare', {
    onSuccess: () => {
      change({ shared: 0 })
      share.reset()
      toast('已停止分享')
      onStopped()
    },
  })

  const again = () => share.mutate({ capsule_id })
  // A link that exists has the same token each time, so it is read at once; a new link is made only by the owner's tap.
  const begin = useEffectEvent(() => shared === 1 && again())
  useEffect(() => void begin(), [])

  return {
    token: share.data?.token,
    /** The notice to be shown before: which files others get unchanged. */
    whole,
    isOut: shared === 1,
    share: () => share.mutate({ capsule_id, ...(whole && { told: 1 }) }),
    sharing: share.isPending,
    stop: () => unshare.mutate({ capsule_id }),
    stopping: unshare.isPending,
  }
}
