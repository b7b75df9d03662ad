import { useEffect } from 'react'
import { useSignedIn } from '#web/client/session.ts'
import { inFrame } from '#web/client/siteRoute.ts'

/** The page that the person came for goes first. */
const START_AFTER_MS = 5_000

/** Keeps the shell on the device of a signed-in person (web/app/worker.ts); without the worker everything works as ever. */
export function useWorker(): void {
  const signedIn = useSignedIn()
  useEffect(() => {
    if (!signedIn || inFrame() || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const timer = setTimeout(
      () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined),
      START_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [signedIn])
}
