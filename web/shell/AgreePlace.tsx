import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { PAGES } from '#contract/pages.ts'
import { keptPerson, onPerson } from '#web/keptPerson.ts'

const AgreeAgain = lazy(() => import('./AgreeAgain.tsx').then((loaded) => ({ default: loaded.AgreeAgain })))

const isAsked = () => keptPerson()?.user.agreed === 0

/**
 * Asks whoever was heard not to have agreed to the newest agreements, wherever one must be signed in: the agreements
 * themselves, 关于 and what a link leads to are read without, and so is an account closed.
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
