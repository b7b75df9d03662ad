import { useSyncExternalStore } from 'react'

/** How many pixels of the page's lower edge the phone's keyboard covers. */
export const useKeyboardInset = (): number => useSyncExternalStore(subscribe, keyboardInset, () => 0)

function subscribe(changed: () => void): () => void {
  const viewport = window.visualViewport
  viewport?.addEventListener('resize', changed)
  viewport?.addEventListener('scroll', changed)
  return () => {
    viewport?.removeEventListener('resize', changed)
    viewport?.removeEventListener('scroll', changed)
  }
}

function keyboardInset(): number {
  const viewport = window.visualViewport
  // A page zoomed by pinching also has a small visual viewport; no keyboard is there then.
  if (!viewport || viewport.scale > 1.01) return 0
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop))
}
