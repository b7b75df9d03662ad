import { lazy, Suspense, useEffect, useState } from 'react'
import { Coming } from '#web/ui/Coming.tsx'
import { pressed } from './keys.ts'

const ShortcutList = lazy(() => import('./ShortcutList.tsx').then((loaded) => ({ default: loaded.ShortcutList })))

/** Hears the keys of all pages, and tells them on `?`. */
export function Shortcuts() {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  useEffect(() => {
    const heard = (event: KeyboardEvent) =>
      pressed(event, () => {
        setUsed(true)
        setOpen(true)
      })
    window.addEventListener('keydown', heard, { capture: true })
    return () => window.removeEventListener('keydown', heard, { capture: true })
  }, [])
  if (!used) return null
  return (
    <Suspense fallback={open && <Coming as="sheet" onBack={() => setOpen(false)} />}>
      <ShortcutList open={open} onOpenChange={setOpen} />
    </Suspense>
  )
}
