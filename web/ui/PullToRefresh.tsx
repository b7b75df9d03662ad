import { RotateCw } from 'lucide-react'
import { type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { PULL_TO_RELOAD_PX } from '#contract/limits.ts'
import styles from './PullToRefresh.module.css'

const FARTHEST_PX = 88
const RESISTANCE = 0.5

type Props = { onRefresh: () => Promise<unknown>; children: ReactNode }

/** Pulling the top of the page down by 50 px reloads it. Give the page a button for the same, for other hands. */
export function PullToRefresh({ onRefresh, children }: Props) {
  const start = useRef<number>(undefined)
  const [pulled, setPulled] = useState(0)
  const [busy, setBusy] = useState(false)

  const begin = (event: TouchEvent) => {
    start.current = window.scrollY <= 0 && !busy ? event.touches[0]?.clientY : undefined
  }
  const move = (event: TouchEvent) => {
    if (start.current === undefined) return
    const way = ((event.touches[0]?.clientY ?? 0) - start.current) * RESISTANCE
    setPulled(Math.max(0, Math.min(way, FARTHEST_PX)))
  }
  const letGo = () => {
    start.current = undefined
    setPulled(0)
  }
  const release = async () => {
    letGo()
    if (pulled < PULL_TO_RELOAD_PX) return
    setBusy(true)
    await onRefresh().finally(() => setBusy(false))
  }

  const height = busy ? PULL_TO_RELOAD_PX : pulled
  return (
    <div onTouchStart={begin} onTouchMove={move} onTouchEnd={release} onTouchCancel={letGo}>
      <div className={styles.room} data-held={pulled > 0 ? '' : undefined} style={{ height }} aria-hidden="true">
        <RotateCw
          className={busy ? styles.turning : undefined}
          size={22}
          strokeWidth={1.75}
          style={{ opacity: height / PULL_TO_RELOAD_PX, rotate: `${pulled * 4}deg` }}
        />
      </div>
      {children}
    </div>
  )
}
