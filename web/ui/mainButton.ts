import { type ReactNode, useRef } from 'react'
import { useShortcut } from './shortcut.ts'

/** The part of a page where its main button is, which a key presses too: the primary one, or the only one there is. */
export function useMainButton(footer: ReactNode) {
  const place = useRef<HTMLDivElement>(null)
  useShortcut('main', footer ? () => mainOf(place.current)?.click() : undefined)
  return place
}

function mainOf(place: HTMLElement | null): HTMLElement | undefined {
  const buttons = [...(place?.querySelectorAll<HTMLElement>('button') ?? [])]
  return buttons.find((button) => button.dataset.kind === 'primary') ?? (buttons.length === 1 ? buttons[0] : undefined)
}
