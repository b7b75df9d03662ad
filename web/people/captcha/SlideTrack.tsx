import { ChevronsRight } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type Ref, useId, useRef } from 'react'
import styles from './SlideTrack.module.css'
import type { Puzzle } from './useSlide.ts'

const SUBMITS: readonly string[] = ['Enter', ' ']

type Grip = { pointerId: number; clientX: number; x: number; perPx: number }

/** The slider: a handle to be dragged and let go, over a native range for keys and screen readers. */
export function SlideTrack({ ref, puzzle }: { ref: Ref<HTMLInputElement>; puzzle: Puzzle }) {
  const { x, most, movable, moveTo, submit } = puzzle
  const grip = useRef<Grip>(undefined)
  const hintId = useId()
  const share = most ? x / most : 0

  function take(event: PointerEvent<HTMLDivElement>) {
    if (!movable || !event.isPrimary || event.button !== 0) return
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const travel = handle.parentElement!.clientWidth - handle.offsetWidth
    grip.current = { pointerId: event.pointerId, clientX: event.clientX, x, perPx: most / Math.max(travel, 1) }
  }
  function drag({ pointerId, clientX }: PointerEvent) {
    const held = grip.current
    return held?.pointerId === pointerId ? moveTo(held.x + (clientX - held.clientX) * held.perPx) : undefined
  }
  // The last move may not have been rendered yet: the place where the finger left counts.
  function letGo(event: PointerEvent) {
    const from = grip.current?.x
    const to = drag(event)
    if (to === undefined) return
    grip.current = undefined
    if (to !== from) submit(to)
  }
  function cancel() {
    if (grip.current) moveTo(grip.current.x)
    grip.current = undefined
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!SUBMITS.includes(event.key)) return
    event.preventDefault()
    if (!event.repeat) submit()
  }

  return (
    <div className={styles.track} data-state={puzzle.state}>
      <input
        ref={ref}
        type="range"
        className={styles.range}
        aria-label="拼图块的位置"
        aria-describedby={hintId}
        aria-disabled={!movable || undefined}
        min={0}
        max={most}
        value={Math.round(x)}
        onChange={(event) => moveTo(Number(event.target.value))}
        onKeyDown={onKeyDown}
      />
      <span id={hintId} className="hidden">
        用方向键移动拼图块，按回车确认
      </span>
      <div className={styles.done} style={{ width: `calc(${share} * (100% - var(--handle)))` }} />
      <div
        className={styles.handle}
        style={{ left: `calc(${share} * (100% - var(--handle)))` }}
        data-waiting={movable ? undefined : ''}
        onPointerDown={take}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={cancel}
      >
        <ChevronsRight size={24} strokeWidth={1.75} aria-hidden="true" />
      </div>
    </div>
  )
}
