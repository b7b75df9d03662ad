import { useEffect } from 'react'
import { keptPerson } from '#web/keptPerson.ts'

/** What the person came for goes first. */
const START_AFTER_MS = 3_000
/** A network that does not say when it is back is tried this often. */
const AGAIN_AFTER_MS = 60_000

/** Sends what was saved without a network: at the start, when the network is back, and now and then. */
export function useOutbox(): void {
  useEffect(() => {
    const start = setTimeout(send, START_AFTER_MS)
    const again = setInterval(send, AGAIN_AFTER_MS)
    window.addEventListener('online', send)
    return () => {
      clearTimeout(start)
      clearInterval(again)
      window.removeEventListener('online', send)
    }
  }, [])
}

/** Of whoever was heard to be signed in: a sign-in that is over must not end where nobody needs it. */
function send(): void {
  const owner = keptPerson()?.user.id
  if (!owner) return
  void import('#web/draft/sendOutbox.ts').then(
    ({ sendOutbox }) => sendOutbox(owner),
    () => undefined,
  )
}
