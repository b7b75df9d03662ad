import { PROVIDERS } from '#contract/oauth.ts'
import { inFrame, rememberSiteRoute } from '#web/client/siteRoute.ts'
import { tab } from '#web/client/storage/storage.ts'
import { parseQuery } from '#web/ui/location.ts'

/** Set while a trip to a platform that began in the phone of the desktop shell is not back. */
const FRAMED_TRIP = 'framedTrip'

export function markTrip(framed: boolean): void {
  if (framed) tab.setItem(FRAMED_TRIP, '1')
  else tab.removeItem(FRAMED_TRIP)
}

/**
 * Whether this is the return, to the whole window, of a trip that began in the phone: then the shell belongs here, and
 * its phone finishes the trip. True once. (The shell itself gives way in a window that has become narrow.)
 */
export function endsFramedTrip({ href, searchStr }: { href: string; searchStr: string }): boolean {
  if (inFrame() || !tab.getItem(FRAMED_TRIP)) return false
  const { provider } = parseQuery(searchStr)
  if (!PROVIDERS.some((known) => known === provider)) return false
  markTrip(false)
  rememberSiteRoute(href)
  return true
}
