import type { AnyRouter } from '@tanstack/react-router'
import { PAGES, type PageName } from '#contract/pages.ts'
import { afterPaint } from '#web/ui/afterPaint.ts'
import styles from './Ritual.module.css'

/** If the page does not come, the night goes after this time. */
const AT_MOST_MS = 10_000

/**
 * The night of the present ritual stays in front of everything until that page has drawn: pages passed on the way, and its
 * placeholder, are not seen. The night hangs beside the pages, which come and go behind it.
 */
export function keepNight(router: Pick<AnyRouter, 'subscribe'>, page: PageName): void {
  const ritual = document.querySelector(`.${styles.night}`)
  if (!ritual) return
  const night = document.createElement('div')
  night.className = styles.stays!
  night.ariaHidden = 'true'
  Object.assign(night.dataset, { mood: 'universe', night: '' })
  night.append(ritual.firstElementChild!.cloneNode(true))
  document.body.append(night)

  const leave = () => {
    stop()
    clearTimeout(late)
    night.addEventListener('transitionend', () => night.remove())
    night.dataset.gone = ''
  }
  const late = setTimeout(leave, AT_MOST_MS)
  const stop = router.subscribe('onResolved', ({ toLocation }) => {
    if (toLocation.pathname === PAGES[page]) afterPaint(leave)
  })
}
