import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PAGES } from '#contract/pages.ts'

/** The packages that the home loads ahead (specification 2): time, diary, forecast, seal. */
const PACKAGES = ['textCapsule', 'diaryList', 'writeDiary', 'forecastCapsule', 'sealOne'] as const
/** The home comes first. */
const AFTER_MS = 2_000

/** Has the pages one goes to from here at hand. Whoever saves data loads them when they are wanted. */
export function usePreload(): void {
  const router = useRouter()
  useEffect(() => {
    const { saveData } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {}
    if (saveData) return
    const timer = setTimeout(() => {
      for (const page of PACKAGES) router.preloadRoute({ to: PAGES[page] }).catch(() => undefined)
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [router])
}
