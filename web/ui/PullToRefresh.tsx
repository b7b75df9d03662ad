import { RotateCw } from 'lucide-react'
import { type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { PULL_TO_RELOAD_PX } from '#contract/limits.ts'
import { OnPull, type Refresh, sayRefreshed } from './onPull.ts'
import styles from './PullToRefresh.module.css'

const FARTHEST_PX = 88
const RESISTANCE = 0.5

type Point = { x: number; y: number }

/** The content of a page: pulling its top down by 50 px loads anew what `useOnPull` named in it. */
export function PullToRefresh({ className, children }: { className: string | undefined; children: ReactNode }) {
  const [refreshes] = useState(() => new Set<Refresh>())
  const start = useRef<Point>(undefined)
  const [pulled, setPulled] = useState<number>()
  const [busy, setBusy] = useState(false)

  const begin = (event: TouchEvent) => {
    // Touches of a popup come here as well: it is the page's in React, and lies elsewhere.
    const isHere = event.currentTarget.contains(event.target as Node)
    const may = isHere && refreshes.size > 0 && window.scrollY <= 0 && !busy && event.touches.length === 1
    start.current = may ? pointOf(event) : undefined
  }
  const move = (event: TouchEvent) => {
    if (!start.current) return
    const [from, to] = [start.current, pointOf(event)]
    const way = (to.y - from.y) * RESISTANCE
    // Rows that go aside, and pages that go up.
    if (!pulled && Math.abs(to.x - from.x) > Math.abs(to.y - from.y)) start.current = undefined
    else if (pulled || way > 0) setPulled(Math.max(0, Math.min(way, FARTHEST_PX)))
  }
  const letGo = () => {
    start.current = undefined
    setPulled((pulled) => pulled && 0)
  }
  const release = async () => {
    const isFar = start.current && (pulled ?? 0) >= PULL_TO_RELOAD_PX
    letGo()
    if (!isFar) return
    setBusy(true)
    await sayRefreshed(refreshes).finally(() => setBusy(false))
  }

  return (
    <div
      className={className}
      data-fades=""
      onTouchStart={begin}
      onTouchMove={move}
      onTouchEnd={release}
      onTouchCancel={letGo}
    >
      {pulled !== undefined && <Room pulled={pulled} busy={busy} />}
      <OnPull value={refreshes}>{children}</OnPull>
    </div>
  )
}

const pointOf = ({ touches }: TouchEvent): Point => ({ x: touches[0]?.clientX ?? 0, y: touches[0]?.clientY ?? 0 })

function Room({ pulled, busy }: { pulled: number; busy: boolean }) {
  const height = busy ? PULL_TO_RELOAD_PX : pulled
  return (
    <div className={styles.room} data-held={pulled > 0 ? '' : undefined} style={{ height }} aria-hidden="true">
      <RotateCw
        className={busy ? styles.turning : undefined}
        size={22}
        strokeWidth={1.75}
        style={{ opacity: height / PULL_TO_RELOAD_PX, rotate: `${pulled * 4}deg` }}
      />
    </div>
  )
}
