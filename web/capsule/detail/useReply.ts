import { TEXT } from '#contract/codes.ts'
import { formatChina } from '#contract/time.ts'
import { useSend } from '#web/client/api.ts'
import { useChangeDetail } from '#web/client/useDetail.ts'
import { now } from '#web/ui/clock.ts'
import { toast } from '#web/ui/toast.tsx'

/** Saves the owner's reply; an empty text removes it. */
export function useReply(capsule_id: string, onSaved: () => void) {
  const change = useChangeDetail(capsule_id)
  const send = useSend('capsuleReply', {
    fields: ['text'],
    onSuccess: (_done, { text }) => {
      change({ reply: text ? { text, written_at: formatChina(now()) } : undefined })
      toast(text ? TEXT.saved : '已删除')
      onSaved()
    },
  })
  return {
    save: (text: string) => send.mutate({ capsule_id, text }),
    saving: send.isPending,
    refused: send.wrongAt('text'),
    edited: send.edited,
  }
}
