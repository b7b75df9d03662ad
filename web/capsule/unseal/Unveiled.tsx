import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Card } from '#contract/capsule.ts'
import { Descending } from './Descending.tsx'
import styles from './Unveiled.module.css'

type Props = {
  capsule: Pick<Card, 'colorIndex' | 'type'>
  /** Whether the capsule is opened now, before the viewer's eyes. */
  opens: boolean
  onOpened?: () => void
  /** Until the letter has come its sheet, which the ritual ends with, stays. */
  isThere?: boolean
  /** The page with the letter: there at once, for people who read with a screen reader. */
  children: ReactNode
}

/** A letter under the ritual of opening until that is over; then the letter has the focus. */
export function Unveiled({ capsule, opens, onOpened, isThere = true, children }: Props) {
  const page = useRef<HTMLDivElement>(null)
  const [ended, setEnded] = useState(!opens)
  const over = ended && isThere
  const opened = useEffectEvent(() => onOpened?.())
  useEffect(() => {
    if (!opens || !over) return
    page.current?.querySelector('article')?.focus({ preventScroll: true })
    opened()
  }, [opens, over])
  return (
    <>
      <div ref={page}>{children}</div>
      {!over && (
        <div className={styles.night}>
          <Descending capsule={capsule} onDone={() => setEnded(true)} />
        </div>
      )}
    </>
  )
}
