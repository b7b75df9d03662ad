import { useQueryClient } from '@tanstack/react-query'
import { ANSWER_SENT } from '#contract/receiver.ts'
import { formatChina } from '#contract/time.ts'
import { toastError, useSend } from '#web/client/api.ts'
import { makeStale } from '#web/client/stale.ts'
import { wrongIn } from '#web/client/transport.ts'
import { useChangeDetail } from '#web/client/useDetail.ts'
import { now } from '#web/ui/clock.ts'
import { toast } from '#web/ui/toast.tsx'

/** Sends the one answer to who sent this capsule. */
export function useAnswer(capsule_id: string) {
  const client = useQueryClient()
  const change = useChangeDetail(capsule_id)
  const { mutate, isPending, wrongAt, edited } = useSend('answerCapsule', { quiet: true })
  const send = (text: string) =>
    mutate(
      { capsule_id, text },
      {
        onSuccess: () => {
          change({ answer: { text, written_at: formatChina(now()), mine: 1 } })
          toast(ANSWER_SENT)
        },
        // It may have been answered on another device, or before an answer that was lost: it is looked at again.
        onError: (error) => {
          if (wrongIn(error, 'text') === undefined) toastError(error)
          makeStale(client, 'answerCapsule')
        },
      },
    )
  return { send, sending: isPending, refused: wrongAt('text'), edited }
}
