import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { PAGES, type PageName } from '#contract/pages.ts'
import { useSignedIn } from '#web/client/session.ts'
import { isPhone, onResized } from '#web/ui/viewport.ts'

const FloatingBall = lazy(() => import('./FloatingBall.tsx').then((loaded) => ({ default: loaded.FloatingBall })))

/** Pages one looks around on, without tabs of their own; where one writes or pays nothing floats over the words. */
const WHERE: readonly PageName[] = [
  'setting',
  'sessions',
  'archive',
  'calendar',
  'taskCenter',
  'userProtocol',
  'meCapsule',
  'draftBox',
  'mylove',
  'userHome',
  'orders',
  'capsuleRecord',
  'ownSearch',
  'capsuleDetail',
  'notices',
  'previewDiary',
]
const ADDRESSES: readonly string[] = WHERE.map((name) => PAGES[name])

/** The way home from pages that have none; wide windows have their rail. */
export function BallPlace() {
  const signedIn = useSignedIn()
  const narrow = useSyncExternalStore(onResized, isPhone)
  const here = useLocation({ select: ({ pathname }) => pathname })
  if (!signedIn || !narrow || !ADDRESSES.includes(here)) return null
  return (
    <Suspense>
      <FloatingBall />
    </Suspense>
  )
}
