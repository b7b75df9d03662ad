import { tab } from '#web/client/storage/storage.ts'
import { depth } from '#web/ui/entries.ts'
import { go, history } from '#web/ui/location.ts'

const ENTRY = 'sealEntry'

/** Remembers the page from which the seal pages were entered (for this tab, across reloads). */
export const enterSeal = () => tab.setItem(ENTRY, String(depth()))

/** How many entries of the history lie between that page and this one; NaN when it is not known. */
export const sealDepth = (): number => depth() - Number(tab.getItem(ENTRY) ?? Number.NaN)

/** Goes home so that "back" leads to where the writing began, never into the seal pages. */
export function leaveSeal() {
  const steps = sealDepth()
  tab.removeItem(ENTRY)
  if (!(steps > 0)) return go('home', {}, { replace: true })
  window.addEventListener('popstate', () => go('home', {}, { replace: true }), { once: true })
  history.go(-steps)
}
