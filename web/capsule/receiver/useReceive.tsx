import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { addressOf } from '#contract/pages.ts'
import { toastError, useSend } from '#web/client/api.ts'
import { rememberRoute, useSignedIn } from '#web/client/session.ts'
import { type CallError, fieldOf } from '#web/client/transport.ts'
import { go } from '#web/ui/location.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import { takeWish, wishToReceive } from './wish.ts'

const ProveAddress = lazy(() => import('./ProveAddress.tsx').then((loaded) => ({ default: loaded.ProveAddress })))

type Receiving = {
  /** The capsule's id once they have it. */
  taken: string | undefined
  busy: boolean
  take: () => void
  /** Asks for the code that shows that it is theirs; the page renders it anywhere. */
  sheet: ReactNode
  onError: (error: CallError) => void
}
/** `codeTo`: where a code has to be sent before it can be taken; '' where none has to. */
type Waits = { token: string; codeTo: string; again: () => unknown }

/** Takes it, once somebody is signed in: a tap before that goes on after the sign-in. */
export function useReceive({ token, codeTo, again }: Waits): Receiving {
  const signedIn = useSignedIn()
  const [isAsking, setAsking] = useState(false)
  const [proved, setProved] = useState<string>()
  const receive = useSend('receiveCapsule', { quiet: true })

  /** Somebody else may have been quicker, or the link has ended: it is looked at again. */
  function onError(error: CallError) {
    // The page was loaded before the sign-in, and did not know of it.
    if (fieldOf(error) === 'captcha') setAsking(true)
    else toastError(error)
    void again()
  }
  function take() {
    if (signedIn && codeTo) return setAsking(true)
    if (signedIn) return receive.mutate({ token }, { onError })
    wishToReceive(token)
    rememberRoute(addressOf('waiting', { token }))
    go('login')
  }
  const resume = useEffectEvent(() => signedIn && takeWish(token) && take())
  useEffect(() => void resume(), [])
  const sheet = (
    <Sheet open={isAsking && codeTo !== ''} onOpenChange={setAsking} title="确认是寄给你的">
      <Suspense>
        <ProveAddress token={token} address={codeTo} onTaken={setProved} />
      </Suspense>
    </Sheet>
  )
  return { taken: proved ?? receive.data?.capsule_id, busy: receive.isPending, take, sheet, onError }
}
