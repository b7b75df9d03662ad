import { useSyncExternalStore } from 'react'
import { makeListeners } from '#web/ui/listeners.ts'
import { device } from './storage/storage.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

const THEME = 'theme'
const systemDark = window.matchMedia?.('(prefers-color-scheme: dark)')
const { subscribe, notify } = makeListeners()

/** The person's choice; 系统 when nothing is stored. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, chosen)

/** The theme shown now. */
export const useTheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, shown)

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') device.removeItem(THEME)
  else device.setItem(THEME, choice)
  apply()
}

/** Puts the theme on the document and keeps it in step with the system and other tabs; called once, before the first page. */
export function startTheme(): void {
  apply()
  systemDark?.addEventListener('change', apply)
  window.addEventListener('storage', (event) => event.key === THEME && apply())
}

function chosen(): ThemeChoice {
  const stored = device.getItem(THEME)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function shown(): 'light' | 'dark' {
  const choice = chosen()
  if (choice !== 'system') return choice
  return systemDark?.matches ? 'dark' : 'light'
}

function apply(): void {
  document.documentElement.dataset.theme = shown()
  notify()
}
