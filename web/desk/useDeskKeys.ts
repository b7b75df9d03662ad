import { useEffect } from 'react'

const STEP: Record<string, number> = { j: 1, k: -1 }

/** j and k go from one thing that waits to the next; 1, 2 and 3 are its buttons, in their order. */
export function useDeskKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [])
}

function heard(event: KeyboardEvent): void {
  const { key, target, metaKey, ctrlKey, altKey } = event
  if (metaKey || ctrlKey || altKey || document.querySelector('[role="alertdialog"]')) return
  const field = (target as Element).closest('input, textarea, select')
  if (field) {
    if (key === 'Escape') (field.closest('article') as HTMLElement | null)?.focus()
    return
  }
  const step = STEP[key]
  if (step) goOn(step)
  const here = document.activeElement?.closest('article')
  const button = here?.querySelectorAll<HTMLButtonElement>('[data-verdicts] button')[Number(key) - 1]
  if (!button) return
  event.preventDefault()
  button.click()
}

function goOn(step: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>('article')]
  const here = cards.findIndex((one) => one.contains(document.activeElement))
  const next = cards[here < 0 ? 0 : here + step]
  if (!next) return
  next.tabIndex = -1
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'start', behavior: 'instant' })
}
