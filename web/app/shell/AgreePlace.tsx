import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { PAGES } from '#contract/pages.ts'
import { cachedUser, onPerson } from '#web/client/cachedUser.ts'

const AgreeAgain = lazy(() => import('./AgreeAgain.tsx').then((loaded) => ({ default: loaded.AgreeAgain })))

const isAsked = () => cachedUser()?.user.agreed === 0

/**
 * Asks a person who is known not to have agreed to the newest agreements, on every page that needs a sign-in. The agreements
 * themselves, 关于 and pages that a link leads to can be read without agreeing; an account can be closed without it, too.
 */
export function AgreePlace() {
  const here = useMatches({ select: (matches) => matches.at(-1) })
  const asked = useSyncExternalStore(onPerson, isAsked)
  if (!asked || here?.staticData.guard !== 'signedIn' || here.fullPath === PAGES.cancelAccount) return null
  return (
    <Suspense>
      <AgreeAgain />
    </Suspense>
  )
}
