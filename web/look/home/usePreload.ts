import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PAGES, type PageName } from '#contract/pages.ts'
import { whenQuiet } from '#web/client/whenQuiet.ts'

/** The packages that the home loads ahead, whole (specification 2): time, diary, forecast, seal. */
const PACKAGES: readonly PageName[] = [
  'diaryList',
  'me',
  'textCapsule',
  'graphicCapsule',
  'writeDiary',
  'previewDiary',
  'forecastCapsule',
  'preview',
  'playVideo',
  'sealOne',
  'sealTwo',
  'sealThree',
  'sealFour',
]
/** Code that those pages load late: dialogs and sheets, and the editor that both writing pages wait for. */
const DIALOGS = () => import('#web/ui/SheetDialog.tsx')
const EDITOR = () => import('#web/make/writing/Editor.tsx')
/** The home loads first, and its own dialogs before other pages: on a slow telephone that takes some seconds. */
const DIALOGS_AFTER_MS = 2_000
const PAGES_AFTER_MS = 4_000

/** Preloads the pages one goes to from here. A browser that saves data loads them when they are wanted. */
export function usePreload(): void {
  const router = useRouter()
  useEffect(() => {
    const { saveData } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {}
    if (saveData) return
    let left = false
    const dialogs = setTimeout(async () => {
      await whenQuiet()
      if (!left) await DIALOGS().catch(() => undefined)
    }, DIALOGS_AFTER_MS)
    const pages = setTimeout(async () => {
      // One after another, each when the page is quiet: what the person asks for meanwhile does not wait behind all of them.
      for (const load of [...PACKAGES.map((page) => () => router.preloadRoute({ to: PAGES[page] })), EDITOR]) {
        await whenQuiet()
        if (!left) await load().catch(() => undefined)
      }
    }, PAGES_AFTER_MS)
    return () => {
      left = true
      clearTimeout(dialogs)
      clearTimeout(pages)
    }
  }, [router])
}
