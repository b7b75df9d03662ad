import { useQueryClient } from '@tanstack/react-query'
import { RECEIVER_UNDONE } from '#contract/receiver.ts'
import { callKey, useSend } from '#web/client/api.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.tsx'

const ASK = {
  title: '撤回并换一个链接',
  text: '已经印好的卡片、交出去的二维码和链接都会失效；有人收下过的话，TA 也会失去这枚胶囊。',
  ok: '撤回并换一个',
  danger: true,
}

/** Ends the address that was handed over and makes another, until the receiver has opened it. */
export function Undo({ id: capsule_id }: { id: string }) {
  const client = useQueryClient()
  const queryKey = callKey('capsuleReceiver', { capsule_id })
  const undo = useSend('undoReceiver', {
    onSuccess: (now) => {
      // At once: an address that has ended must not be handed over any more.
      client.setQueryData(queryKey, now)
      toast(RECEIVER_UNDONE)
    },
  })
  // It may have been opened meanwhile: look at it again.
  const onError = () => void client.invalidateQueries({ queryKey })

  async function ask() {
    if (await confirm(ASK)) undo.mutate({ capsule_id }, { onError })
  }

  return (
    <Button kind="quiet" busy={undo.isPending} onClick={() => void ask()}>
      撤回并换一个链接
    </Button>
  )
}
