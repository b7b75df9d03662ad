import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { vibrate } from '#web/client/vibration.ts'
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
  useEffect(vibrate, [])
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
    const shownAt = performance.now()
    // The second tap of a double tap, and a key that is still held, belong to the action that started the ritual.
    const tap = () => performance.now() - shownAt < DOUBLE_TAP_GUARD_MS || skip()
    const press = ({ repeat }: KeyboardEvent) => repeat || skip()
    const timer = setTimeout(() => void motionsOf(night.current).then(end), RITUAL_MS)
    window.addEventListener('keydown', press, { signal: watch.signal })
    window.addEventListener('pointerdown', tap, { signal: watch.signal })
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

/** All animations that end have ended: on a slow machine they lag behind the clock and would be cut off in mid-motion. */
function motionsOf(night: HTMLElement | null): Promise<unknown> {
  const all = night?.getAnimations?.({ subtree: true }) ?? []
  const ending = all.filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  return Promise.allSettled(ending.map(({ finished }) => finished))
}

/** The next page follows the ritual at once: no sky may fade away behind it (Sky.module.css). */
function keepSky() {
  document.documentElement.dataset.ritual = ''
  return () => afterPaint(letSkyGo)
}

const letSkyGo = () => void delete document.documentElement.dataset.ritual
