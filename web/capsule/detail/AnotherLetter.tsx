import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PublicCard } from '#contract/capsule.ts'
import { call, callKey, readingFor, toastError, useUser } from '#web/client/api.ts'
import type { CallError } from '#web/client/transport.ts'
import { Button } from '#web/ui/Button.tsx'
import { go } from '#web/ui/location.ts'
import { FIRST, OPEN_LIST, OPEN_LIST_KEY, type Shown } from './openList.ts'
import { isSeen } from './useFirstSight.ts'

/**
 * Leads from one public capsule to the next that is somebody else's and has not been looked at in this visit: one of those
 * that the universe shows, else one of the page after. Where there is none, it leads to the universe. The present letter
 * stays until the next one is there.
 */
export function AnotherLetter() {
  const client = useQueryClient()
  const me = useUser(false).data?.user.id
  const isNew = ({ id, user }: PublicCard) => user.id !== me && !isSeen(id)

  async function find(): Promise<PublicCard | undefined> {
    const shown = client.getQueryData<Shown>(OPEN_LIST_KEY)
    const near = shown?.capsules.find(isNew)
    if (near) return near
    const { capsules } = await call(
      'capsuleOpenList',
      { ...OPEN_LIST, ...(shown?.following ?? FIRST) },
      { reading: true },
    )
    return capsules.find(isNew)
  }

  /** Errors are left to the capsule's own page, which tells them. */
  const read = (input: { capsule_id: string }) =>
    client.prefetchQuery({
      queryKey: callKey('capsuleDetail', input),
      queryFn: (asking) => call('capsuleDetail', input, readingFor(asking)),
    })

  const { mutate, isPending } = useMutation<PublicCard | undefined, CallError>({
    mutationFn: async () => {
      const card = await find()
      if (card) await read({ capsule_id: card.id })
      return card
    },
    // Back leads to where the first of them was chosen.
    onSuccess: (card) => (card ? go('capsuleDetail', { id: card.id, isOther: '1' }, { replace: true }) : go('home')),
    onError: (error) => toastError(error),
  })
  return (
    <Button block busy={isPending} onClick={() => mutate()}>
      再拆一枚
    </Button>
  )
}
