import { type ReactNode, useRef, useState } from 'react'
import type { Card } from '#contract/capsule.ts'
import { Descending } from './Descending.tsx'
import styles from './Unveiled.module.css'

type Props = {
  capsule: Pick<Card, 'colorIndex' | 'type'>
  /** Whether it is opened now, before who looks. */
  opens: boolean
  onOpened?: () => void
  /** The page with the letter: there at once, for whoever reads otherwise. */
  children: ReactNode
}

/** Somebody else's letter, under the ritual of opening until that is over; then it is what is read. */
export function Unveiled({ capsule, opens, onOpened, children }: Props) {
  const page = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(!opens)
  function end() {
    setOver(true)
    page.current?.querySelector('article')?.focus({ preventScroll: true })
    onOpened?.()
  }
  return (
    <>
      <div ref={page}>{children}</div>
      {!over && (
        <div className={styles.night}>
          <Descending capsule={capsule} onDone={end} />
        </div>
      )}
    </>
  )
}
