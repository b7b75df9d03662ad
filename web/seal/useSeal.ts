import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Output } from '#contract/calls.ts'
import { call, firstOf, tellError } from '#web/api.ts'
import { isDraftGone, sendAsked, tellDraftGone } from '#web/draft/changed.ts'
import { capsuleInput, SEAL_CALL, type SealDraft, sendingKey } from '#web/draft/draft.ts'
import { makeStale } from '#web/stale.ts'
import type { CallError } from '#web/transport.ts'

/**
 * `reward`: of a diary, how many capsules the day's first one has given. `before`: what was sent an earlier time is sealed,
 * not what was changed since.
 */
export type Sealed = Output<'createTimeCapsule'> & { reward?: number; before?: boolean }
type Choices = {
  onSealed: (made: Sealed, draft: SealDraft) => void
  /** The draft it came from was deleted or sealed elsewhere: what stands here can still be sealed by itself. */
  onDraftGone: () => void
}
type Done = { made: Sealed; draft: SealDraft }

/** Seals what is being made, once: two taps are one, and a try after a failure carries the same key. */
export function useSeal({ onSealed, onDraftGone }: Choices) {
  const client = useQueryClient()
  const sending = useRef(false)
  const { mutateAsync, isPending } = useMutation<Done | undefined, CallError, SealDraft>({
    mutationFn: send,
    onSuccess: (done, { type }) => {
      if (!done) return
      makeStale(client, SEAL_CALL[type])
      onSealed(done.made, done.draft)
    },
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
      (done) => done !== undefined,
      () => false,
    )
  }

  return { seal, sealing: isPending }
}

/**
 * One capsule has one key. Were the lost sending repeated as it was, it might be sealed for good without what was changed
 * since; so what stands here now is sent under that key, and the server says if the earlier one had come through.
 */
async function send(draft: SealDraft): Promise<Done | undefined> {
  try {
    const made = await sendAsked(draft, sendOnce)
    return made && { made, draft }
  } catch (error) {
    const first = firstOf<Sealed>(error)
    if (!first) throw error
    return { made: { ...first, before: true }, draft: { ...draft, unsealDate: await dateOf(first, draft) } }
  }
}

const sendOnce = (draft: SealDraft): Promise<Sealed> =>
  call(SEAL_CALL[draft.type], capsuleInput(draft), { idempotencyKey: sendingKey(draft) })

/** Until when it is really sealed. */
const dateOf = ({ capsule_id }: Sealed, { unsealDate }: SealDraft): Promise<string> =>
  call('capsuleDetail', { capsule_id }).then(
    ({ capsule }) => capsule.open_time,
    () => unsealDate,
  )
