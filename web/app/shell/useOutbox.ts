import { useEffect } from 'react'
import { cachedUser } from '#web/client/cachedUser.ts'

/** The page that the person came for goes first. */
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

/** For the person last known to be signed in: an expired sign-in must not end where nobody needs it. */
function send(): void {
  const owner = cachedUser()?.user.id
  if (!owner) return
  void import('#web/draft/offline/sendOutbox.ts').then(
    ({ sendOutbox }) => sendOutbox(owner),
    () => undefined,
  )
}
