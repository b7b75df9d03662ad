import { TEXT } from '#contract/codes.ts'
import { formatChina } from '#contract/time.ts'
import { useSend } from '#web/api.ts'
import { now } from '#web/ui/clock.ts'
import { toast } from '#web/ui/toast.tsx'
import { useChangeDetail } from '#web/useDetail.ts'

/** Keeps what the owner says back; an empty text takes it away. */
export function useReply(capsule_id: string, onSaved: () => void) {
  const change = useChangeDetail(capsule_id)
  const send = useSend('capsuleReply', {
    onSuccess: (_done, { text }) => {
      change({ reply: text ? { text, written_at: formatChina(now()) } : undefined })
      toast(text ? TEXT.saved : '已删除')
      onSaved()
    },
  })
  return { save: (text: string) => send.mutate({ capsule_id, text }), saving: send.isPending }
}
