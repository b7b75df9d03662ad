import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Output } from '#contract/calls.ts'
import { SEALED_BEFORE } from '#contract/seal.ts'
import { call, firstOf, toastError } from '#web/client/api.ts'
import { makeStale } from '#web/client/stale.ts'
import { type CallError, fieldOf, NO_ANSWER, wrongIn } from '#web/client/transport.ts'
import { atItsField } from '#web/draft/current/atItsField.ts'
import { isDraftGone, sendAsked, toastDraftGone } from '#web/draft/current/changed.ts'
import { capsuleInput, SEAL_CALL, type SealDraft, sendingKey } from '#web/draft/current/draft.ts'
import { markRefused } from '#web/draft/current/refused.ts'
import { confirm } from '#web/ui/ask.tsx'
import { go } from '#web/ui/location.ts'
import { newKey } from '#web/ui/newKey.ts'

/** `reward`: of a diary, how many capsules the day's first one has given. */
export type Sealed = Output<'createTimeCapsule'> & { reward?: number }
type Choices = {
  /** Its owner was told which files others get as they are. */
  told?: boolean
  onSealed: (made: Sealed, draft: SealDraft) => void
  /** The draft it came from was deleted or sealed elsewhere: the content here can still be sealed by itself. */
  onDraftGone: () => void
  /** The content here is another capsule from now on. */
  onAnew: (fresh: Fresh) => void
  /** The fields on this page, at which a refusal stands. */
  fields?: readonly string[]
}
type Fresh = Pick<SealDraft, 'key' | 'sentAs' | 'draft_id' | 'revision'>

/** Seals what is being made, once: two taps are one, and a try after a failure carries the same key. */
export function useSeal({ told = false, onSealed, onDraftGone, onAnew, fields = [] }: Choices) {
  const client = useQueryClient()
  const sending = useRef(false)
  const unanswered = useRef(false)
  const { mutateAsync, isPending, error, reset } = useMutation<Sealed | undefined, CallError, SealDraft>({
    mutationFn: (draft) => sendAsked(draft, (now) => send(now, told)),
    onSuccess: (made, draft) => {
      if (!made) return
      makeStale(client, SEAL_CALL[draft.type])
      onSealed(made, draft)
    },
    onError: (error, draft) => {
      if (error.code === NO_ANSWER) unanswered.current = true
      if (firstOf(error)) return sealedBefore(draft)
      markRefused(error)
      if (fields.includes(fieldOf(error) ?? '')) return
      if (!isDraftGone(error, draft.draft_id)) return toastError(atItsField(error))
      onDraftGone()
      toastDraftGone('直接封存')
    },
    onSettled: () => {
      sending.current = false
    },
  })

  /** Changes made since are not lost: they are a capsule of their own now, to be sealed or left. */
  function sealedBefore({ type }: SealDraft) {
    unanswered.current = false
    makeStale(client, SEAL_CALL[type])
    onAnew({ key: newKey(), sentAs: undefined, draft_id: '', revision: undefined })
    void confirm({ text: SEALED_BEFORE, ok: '我的胶囊', cancel: '继续编辑' }).then((look) => look && go('meCapsule'))
  }

  /** Whether it is sealed now; if not, the person knows why. */
  async function seal(draft: SealDraft): Promise<boolean> {
    if (sending.current) return false
    sending.current = true
    return mutateAsync(draft).then(
      (made) => made !== undefined,
      () => false,
    )
  }

  const wrongAt = (field: string) => wrongIn(error, field)
  const edited = () => void (error && reset())
  return { seal, sealing: isPending, isUnanswered: () => unanswered.current, wrongAt, edited }
}

/**
 * One capsule has one key. Were the lost sending repeated as it was, it might be sealed for good without the later
 * changes; so the present content is sent under that key, and the server says if the earlier sending had come through.
 */
const send = (draft: SealDraft, told: boolean): Promise<Sealed> =>
  call(
    SEAL_CALL[draft.type],
    { ...capsuleInput(draft), ...(told && { told: 1 as const }) },
    { idempotencyKey: sendingKey(draft) },
  )
