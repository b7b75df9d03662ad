import { useEffect } from 'react'
import { inFrame } from '#web/client/siteRoute.ts'

/** The first page and its calls go first. */
const START_AFTER_MS = 2_000

/** Recommends a newer version when there is one; in the desktop shell the window asks and its phone keeps silent. */
export function useVersionCheck(): void {
  useEffect(() => {
    if (inFrame()) return
    const left = new AbortController()
    const timer = setTimeout(() => void start(left.signal), START_AFTER_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [])
}

/** Its code is loaded late, and a failure is swallowed (specification 8). */
async function start(left: AbortSignal): Promise<void> {
  const loaded = await import('./version.ts').catch(() => undefined)
  if (!left.aborted) loaded?.watchVersion({ upgrade: loaded.upgrade, left })
}
