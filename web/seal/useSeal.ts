import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Output } from '#contract/calls.ts'
import { type CallError, call, tellError } from '#web/api.ts'
import { isDraftGone, sendAsked, tellDraftGone } from '#web/draft/changed.ts'
import { capsuleInput, SEAL_CALL, type SealDraft } from '#web/draft/draft.ts'

/** `reward`: of a diary, how many capsules the day's first one has given. */
export type Sealed = Output<'createTimeCapsule'> & { reward?: number }
type Choices = {
  onSealed: (made: Sealed, draft: SealDraft) => void
  /** The draft it came from was deleted or sealed elsewhere: what stands here can still be sealed by itself. */
  onDraftGone: () => void
}

/** Seals what is being made, once: two taps are one, and a try after a failure carries the same key. */
export function useSeal({ onSealed, onDraftGone }: Choices) {
  const sending = useRef(false)
  const { mutateAsync, isPending } = useMutation<Sealed | undefined, CallError, SealDraft>({
    mutationFn: (draft) => sendAsked(draft, send),
    onSuccess: (made, draft) => made && onSealed(made, draft),
    onError: (error, draft) => {
      if (!isDraftGone(error, draft.draft_id)) return tellError(error)
      onDraftGone()
      tellDraftGone('直接封存')
    },
    onSettled: () => {
      sending.current = false
    },
  })

  /** Whether it is sealed now; if not, the person knows why. */
  async function seal(draft: SealDraft): Promise<boolean> {
    if (sending.current) return false
    sending.current = true
    return mutateAsync(draft).then(
      (made) => made !== undefined,
      () => false,
    )
  }

  return { seal, sealing: isPending }
}

const send = (draft: SealDraft): Promise<Sealed> =>
  call(SEAL_CALL[draft.type], capsuleInput(draft), { idempotencyKey: draft.key })
