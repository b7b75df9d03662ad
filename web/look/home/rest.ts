import { useSyncExternalStore } from 'react'

/** Whether nobody can see the motion on the page: another tab is shown, or a popup stands in front. */
export const useResting = (): boolean => useSyncExternalStore(onCovered, isCovered)

const isCovered = (): boolean =>
  document.hidden || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

function onCovered(listener: () => void): () => void {
  const watcher = new MutationObserver(listener)
  watcher.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('visibilitychange', listener)
  return () => {
    watcher.disconnect()
    document.removeEventListener('visibilitychange', listener)
  }
}
