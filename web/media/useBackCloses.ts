import { useBlocker } from '@tanstack/react-router'

/** While something stands over the whole page, the way back closes that and not the page. */
export function useBackCloses(close: () => void): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      close()
      return true
    },
    enableBeforeUnload: false,
  })
}
