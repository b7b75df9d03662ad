import type { Detail } from '#contract/capsule.ts'
import { JUDGED, type Result } from '#contract/judge.ts'
import { formatChina } from '#contract/time.ts'
import { useSend } from '#web/client/api.ts'
import { useChangeDetail } from '#web/client/useDetail.ts'
import { now } from '#web/ui/clock.ts'
import { toast } from '#web/ui/toast.tsx'

/** Saves the owner's judgement of a prediction. */
export function useJudge({ id, open_at, open_time }: Detail, onJudged: () => void) {
  const change = useChangeDetail(id)
  const send = useSend('forecastResolve', {
    fields: ['text'],
    onSuccess: (_done, { result, text = '' }) => {
      const counts = open_at < open_time ? 0 : 1
      change({ judgement: { result, text, judged_at: formatChina(now()), counts } })
      toast(JUDGED)
      onJudged()
    },
  })
  const judge = (result: Result, text: string) => send.mutate({ capsule_id: id, result, text })
  return { judge, judging: send.isPending, refused: send.wrongAt('text'), edited: send.edited }
}
