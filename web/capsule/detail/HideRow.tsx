import { Eye, EyeOff } from 'lucide-react'
import type { Detail } from '#contract/capsule.ts'
import { useSend } from '#web/client/api.ts'
import { useChangeDetail } from '#web/client/useDetail.ts'
import { Row } from '#web/ui/Rows.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Takes an opened capsule out of the lists of its owner, or of who received it, and puts it back; its own page shows it either way. */
export function HideRow({ capsule }: { capsule: Pick<Detail, 'id' | 'hidden' | 'received_as'> }) {
  const list = capsule.received_as === undefined ? '已解封' : '收到的'
  const changeShown = useChangeDetail(capsule.id)
  const send = useSend('hideCapsule', {
    onSuccess: (now) => {
      changeShown(now)
      toast(now.hidden ? `已隐藏，可在「${list}」的「已隐藏」里找到` : '已重新显示')
    },
  })
  const hidden = capsule.hidden === 1
  return (
    <Row
      label={hidden ? '已从我的列表中隐藏' : '从我的列表中隐藏'}
      icon={hidden ? Eye : EyeOff}
      action={hidden ? '重新显示' : '隐藏'}
      busy={send.isPending}
      onClick={() => send.mutate({ capsule_id: capsule.id, hidden: hidden ? 0 : 1 })}
    />
  )
}
