import { BLOCKED, UNBLOCKED } from '#contract/report.ts'
import { useSend } from '#web/client/api.ts'
import { confirm } from '#web/ui/ask.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Wants to see nothing of somebody any more, after a question; or to see them again. */
export function useBlock({ id: user_id, nickname }: { id: string; nickname: string }) {
  const blocking = useSend('block', { onSuccess: () => toast(BLOCKED) })
  const unblocking = useSend('unblock', { onSuccess: () => toast(UNBLOCKED) })
  const text = '你不再看到对方和对方的公开胶囊，对方也不能赠送你胶囊。对方不会知道。'

  async function block() {
    if (await confirm({ title: `拉黑「${nickname}」吗？`, text, ok: '拉黑', danger: true }))
      blocking.mutate({ user_id })
  }
  return { block, unblock: () => unblocking.mutate({ user_id }), busy: blocking.isPending || unblocking.isPending }
}
