import { type RefObject, useEffect } from 'react'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The attributes of a row whose page can stand beside the list. */
export const choiceOf = (chosen: boolean) => ({ 'data-choice': '', 'aria-current': chosen || undefined }) as const

/** Arrow keys go from row to row of the list and choose; Enter goes on into the chosen item. */
export function useChoiceKeys(list: RefObject<HTMLElement | null>, pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const from = rowOf(event)
      if (from === 'elsewhere' || !list.current) return
      if (event.key === 'Enter' && from) {
        event.preventDefault()
        from.click()
        // The content of the pane comes with the new address.
        requestAnimationFrame(() => pane.current?.focus())
      }
      const next = STEPS[event.key] && nextOf(list.current, from, STEPS[event.key]!)
      if (!next) return
      event.preventDefault()
      next.focus()
      next.click()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [list, pane])
}

/** The row that has the keyboard; undefined while nothing has it, since keys in anything else are not ours. */
function rowOf(event: KeyboardEvent): HTMLElement | undefined | 'elsewhere' {
  const { target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey || shiftKey) return 'elsewhere'
  if (!(target instanceof HTMLElement)) return 'elsewhere'
  if (target.matches('[data-choice]')) return target
  return target.matches('body, main') ? undefined : 'elsewhere'
}

/** The row so many steps on; the first one where none is chosen yet, and none past the ends. */
function nextOf(list: HTMLElement, from: HTMLElement | undefined, step: number): HTMLElement | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-choice]')]
  const before = from ?? list.querySelector<HTMLElement>('[data-choice][aria-current]')
  return before ? rows[rows.indexOf(before) + step] : rows[0]
}
