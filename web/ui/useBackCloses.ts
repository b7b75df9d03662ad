import { useEffect, useEffectEvent } from 'react'
import { overThisPage, type Sheet, settle, standing } from './entries.ts'
import { leaveQuestion } from './leaveQuestion.ts'

/** While a sheet or dialog is open, the way back closes it and not the page. Which ones do without: `test/borders.ts`. */
export function useBackCloses(open: boolean, close: () => void): void {
  const closed = useEffectEvent(close)
  useEffect(() => {
    if (!open || leaveQuestion.asked) return
    const sheet: Sheet = { close: () => closed() }
    standing.add(sheet)
    // A sheet that closes while another opens in the same moment changes nothing.
    queueMicrotask(settle)
    return () => {
      standing.delete(sheet)
      queueMicrotask(settle)
    }
  }, [open])
}

// Of several dialogs that do not know of one another, the upper one takes Escape, wherever the focus is.
document.addEventListener(
  'keydown',
  (event) => {
    const [upper, lower] = overThisPage().reverse()
    if (event.key !== 'Escape' || event.isComposing || !lower) return
    event.stopImmediatePropagation()
    upper!.close()
  },
  true,
)
