import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { PAGES } from '#contract/pages.ts'
import { useSignedIn } from '#web/client/session.ts'
import { RAIL, useMedia } from '#web/ui/useMedia.ts'
import { isTab } from './tabs.ts'

const load = () => import('./TabBar.tsx')
const TabBar = lazy(() => load().then((loaded) => ({ default: loaded.TabBar })))

/** Brings the code of the bar, so that it is there with the tab's page. A failure is told where the bar is shown. */
export const bringBar = (): void => void load().catch(() => undefined)

/** Around the app, before it, or as large as the window: nothing stands beside these. */
export const ALONE: readonly string[] = [
  PAGES.landing,
  PAGES.spread,
  PAGES.site,
  PAGES.login,
  PAGES.preview,
  PAGES.video,
  PAGES.playVideo,
]

/**
 * The bar of the tab pages; from 700 px a rail beside every page of a signed-in person. One bar serves all of them, so
 * that it stays where it is while the pages change.
 */
export function Rail() {
  const page = useMatches({ select: (matches) => matches.at(-1) })
  const path = page?.fullPath ?? ''
  const search: Record<string, string> = page?.search ?? {}
  const wide = useMedia(RAIL)
  const signedIn = useSignedIn()
  // An item chosen from a list is a page of its own on a phone, with its own foot.
  const tab = isTab(path) && !search.id
  const isShown = signedIn && (tab || (wide && path !== '' && !ALONE.includes(path)))
  useLayoutEffect(() => {
    // Elements fixed to the window, and the sky, make room too.
    document.documentElement.toggleAttribute('data-rail', isShown)
  }, [isShown])
  if (!isShown) return null
  return (
    <Suspense>
      {/* Where anybody may be, a sign-in that has run out unnoticed is not found out by what only stands beside. */}
      <TabBar asks={page?.staticData.guard === 'signedIn'} />
    </Suspense>
  )
}
