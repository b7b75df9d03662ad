import { useSyncExternalStore } from 'react'

const motionWish = () => window.matchMedia?.('(prefers-reduced-motion: reduce)')

/** Whether the person wants nothing to move by itself. */
export const wantsStillness = (): boolean => motionWish()?.matches ?? false

/** `wantsStillness`, kept up to date in a component. */
export const useReducedMotion = (): boolean => useSyncExternalStore(onMotionWish, wantsStillness)

function onMotionWish(listener: () => void): () => void {
  const wish = motionWish()
  wish?.addEventListener('change', listener)
  return () => wish?.removeEventListener('change', listener)
}
