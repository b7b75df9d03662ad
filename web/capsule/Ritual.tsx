import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Sky } from '#web/ui/Sky.tsx'
import { quietForRitual } from '#web/ui/toast.tsx'
import styles from './Ritual.module.css'

/** Between the 1.2 and 1.6 seconds that a ritual may take; the style sheets move within it. */
const RITUAL_MS = 1_500

/** The night in which a capsule rises or comes down: over after its time, at a tap, or at Escape. */
export function Ritual({ label, children, onDone }: { label: string; children: ReactNode; onDone: () => void }) {
  const done = useEffectEvent(onDone)
  useEffect(quietForRitual, [])

  useEffect(() => {
    const watch = new AbortController()
    const end = () => {
      if (watch.signal.aborted) return
      watch.abort()
      done()
    }
    const timer = setTimeout(end, RITUAL_MS)
    window.addEventListener('keydown', end, { signal: watch.signal })
    window.addEventListener('pointerdown', end, { signal: watch.signal })
    return () => {
      clearTimeout(timer)
      watch.abort()
    }
  }, [])

  return (
    <main className={styles.night} aria-label={label} data-mood="universe" data-night="">
      <Sky />
      {children}
    </main>
  )
}
