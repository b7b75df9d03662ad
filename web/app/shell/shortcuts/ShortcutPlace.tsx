import { lazy, Suspense } from 'react'
import { useMedia } from '#web/ui/useMedia.ts'

const Shortcuts = lazy(() => import('./Shortcuts.tsx').then((loaded) => ({ default: loaded.Shortcuts })))
/** Where there is a mouse there is a keyboard beside it, of which a page can tell nothing. */
const AT_A_DESK = '(hover: hover)'

/** The keys of all pages, which come after the page itself. */
export const ShortcutPlace = () =>
  useMedia(AT_A_DESK) && (
    <Suspense>
      <Shortcuts />
    </Suspense>
  )
