import type { Detail } from '#contract/capsule.ts'
import { useSend } from '#web/client/api.ts'
import { useChangeDetail } from '#web/client/useDetail.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Of a capsule one has received and opened: whether its sender may show it to others. Nothing of any other. */
export function AllowRow({
  capsule: { id, received_as, allowed },
}: {
  capsule: Pick<Detail, 'id' | 'received_as' | 'allowed'>
}) {
  const changeShown = useChangeDetail(id)
  const send = useSend('allowSharing', {
    onSuccess: (_, { allowed }) => {
      changeShown({ allowed })
      toast(allowed ? '已同意' : '已收回，不再有别人看到')
    },
  })
  if (received_as === undefined) return null
  const wished = send.isPending ? send.variables.allowed : allowed
  return (
    <Switch
      label="同意对方公开或分享这枚胶囊"
      hint="不同意时，只有你们两个人能看到"
      checked={wished === 1}
      onChange={(yes) => send.mutate({ capsule_id: id, allowed: yes ? 1 : 0 })}
    />
  )
}
