import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import { TEXT } from '#contract/codes.ts'
import { formatChina } from '#contract/time.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

type Shown = Output<'capsuleDetail'>

/** Keeps what the owner says back; an empty text takes it away. */
export function useReply(capsule_id: string, onKept: () => void) {
  const queries = useQueryClient()
  const queryKey = ['capsuleDetail', { capsule_id }]
  const send = useSend('capsuleReply', {
    onSuccess: (_done, { text }) => {
      const reply = text ? { text, written_at: formatChina(Date.now()) } : undefined
      queries.setQueriesData<Shown>({ queryKey }, (old) => old && { ...old, capsule: { ...old.capsule, reply } })
      void queries.invalidateQueries({ queryKey })
      toast(text ? TEXT.saved : '已删除')
      onKept()
    },
  })
  return { save: (text: string) => send.mutate({ capsule_id, text }), saving: send.isPending }
}
