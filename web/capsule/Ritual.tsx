import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { afterPaint } from '#web/ui/afterPaint.ts'
import { Sky } from '#web/ui/Sky.tsx'
import { quietForRitual } from '#web/ui/toast.tsx'
import styles from './Ritual.module.css'

/** Between the 1.2 and 1.6 seconds that a ritual may take; the style sheets move within it. */
const RITUAL_MS = 1_500

type Props = { label: string; children: ReactNode; onDone: () => void }

/** The night in which a capsule rises or comes down: over after its time, at a tap, or at Escape. */
export function Ritual({ label, children, onDone }: Props) {
  const night = useRef<HTMLElement>(null)
  const done = useEffectEvent(onDone)
  useEffect(quietForRitual, [])
  useLayoutEffect(keepSky, [])

  useEffect(() => {
    const watch = new AbortController()
    const end = () => {
      if (watch.signal.aborted) return
      watch.abort()
      done()
    }
    const skip = () => {
      letSkyGo()
      end()
    }
    const timer = setTimeout(() => void motionsOf(night.current).then(end), RITUAL_MS)
    window.addEventListener('keydown', skip, { signal: watch.signal })
    window.addEventListener('pointerdown', skip, { signal: watch.signal })
    return () => {
      clearTimeout(timer)
      watch.abort()
    }
  }, [])

  return (
    <main ref={night} className={styles.night} aria-label={label} data-mood="universe" data-night="">
      <Sky />
      {children}
    </main>
  )
}

/** All that ends has moved: on a slow machine what is drawn is behind the clock, and would be cut off at its height. */
function motionsOf(night: HTMLElement | null): Promise<unknown> {
  const all = night?.getAnimations?.({ subtree: true }) ?? []
  const ending = all.filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  return Promise.allSettled(ending.map(({ finished }) => finished))
}

/** What the ritual ends in is the next page already: behind it no sky fades away (Sky.module.css). */
function keepSky() {
  document.documentElement.dataset.ritual = ''
  return () => afterPaint(letSkyGo)
}

const letSkyGo = () => void delete document.documentElement.dataset.ritual
