import { useEffect, useEffectEvent } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { useSend } from '#web/api.ts'
import { goesWholeText } from '#web/media/goesWhole.ts'
import { toast } from '#web/ui/toast.tsx'
import { useChangeDetail } from '#web/useDetail.ts'

export type Sharing = Pick<Detail, 'id' | 'long_tag' | 'shared' | 'capsule_content'>

/** The token of an opened capsule's link, once it is out, and the end of it. */
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
  // One that is out is the same whenever it is asked for; a new one is made at the owner's word.
  const begin = useEffectEvent(() => shared === 1 && again())
  useEffect(() => void begin(), [])

  return {
    token: share.data?.token,
    /** To be said before: which files others get as they are. */
    whole,
    isOut: shared === 1,
    share: () => share.mutate({ capsule_id, ...(whole && { told: 1 }) }),
    sharing: share.isPending,
    stop: () => unshare.mutate({ capsule_id }),
    stopping: unshare.isPending,
  }
}
