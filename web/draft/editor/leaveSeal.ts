import { addressOf } from '#contract/pages.ts'
import { tab } from '#web/client/storage/storage.ts'
import { depth } from '#web/ui/entries.ts'
import { goTo, history } from '#web/ui/location.ts'

const ENTRY = 'sealEntry'

/** Remembers the page from which the seal pages were entered (for this tab, across reloads). */
export const enterSeal = () => tab.setItem(ENTRY, String(depth()))

/** How many entries of the history lie between that page and this one; NaN when it is not known. */
export const sealDepth = (): number => depth() - Number(tab.getItem(ENTRY) ?? Number.NaN)

/** Goes home, or to another address, so that "back" leads to where the writing began, never into the seal pages. */
export function leaveSeal(address = addressOf('home')) {
  const steps = sealDepth()
  tab.removeItem(ENTRY)
  if (!(steps > 0)) return goTo(address, { replace: true })
  window.addEventListener('popstate', () => goTo(address, { replace: true }), { once: true })
  history.go(-steps)
}
