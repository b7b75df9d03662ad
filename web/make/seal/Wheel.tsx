import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { deviceNow } from '#web/ui/clock.ts'
import styles from './DateTimeWheel.module.css'

/** Height of a row; the style sheet says the same. */
const ROW_PX = 44
const ROWS_ABOVE = 2
const SETTLED_AFTER_MS = 120
const TYPING_MS = 900

type Props = {
  unit: string
  from: number
  to: number
  value: number
  onChange: (value: number) => void
  /** The names of the numbers, where they have names. */
  nameOf?: (value: number) => string
}

/** One wheel of numbers: swiped, clicked, scrolled, or driven by arrow keys and typed digits. */
export function Wheel({ unit, from, to, value, onChange, nameOf }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typed = useRef({ digits: '', at: 0 })
  const [middle, setMiddle] = useState(value - from)
  const last = to - from

  useLayoutEffect(() => {
    const wheel = box.current
    if (!wheel || Math.round(wheel.scrollTop / ROW_PX) === value - from) return
    wheel.scrollTop = (value - from) * ROW_PX
    setMiddle(value - from)
  }, [value, from])

  const pick = (wanted: number) => onChange(Math.min(Math.max(wanted, from), to))

  function onScroll() {
    const wheel = box.current
    if (!wheel) return
    const row = Math.min(Math.max(Math.round(wheel.scrollTop / ROW_PX), 0), last)
    setMiddle(row)
    if (row !== value - from) pick(from + row)
    clearTimeout(settle.current)
    settle.current = setTimeout(() => wheel.scrollTo?.({ top: row * ROW_PX, behavior: 'smooth' }), SETTLED_AFTER_MS)
  }

  function onClick(event: MouseEvent<HTMLDivElement>) {
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top
    const row = Math.floor(y / ROW_PX) - ROWS_ABOVE
    if (row !== 0) pick(value + row)
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = keyed(event.key)
    if (to === undefined) return
    event.preventDefault()
    pick(to)
  }

  function keyed(key: string): number | undefined {
    const steps: Record<string, number> = {
      ArrowUp: value + 1,
      ArrowDown: value - 1,
      PageUp: value + 5,
      PageDown: value - 5,
    }
    if (key === 'Home') return from
    if (key === 'End') return to
    return /^\d$/.test(key) ? withDigit(key) : steps[key]
  }

  function withDigit(digit: string): number | undefined {
    const now = deviceNow()
    const before = now - typed.current.at < TYPING_MS ? typed.current.digits : ''
    const digits = (before + digit).slice(-String(to).length)
    typed.current = { digits, at: now }
    return Number(digits) >= from ? Number(digits) : undefined
  }

  return (
    <div
      ref={box}
      role="spinbutton"
      tabIndex={0}
      aria-label={unit}
      aria-valuenow={value}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuetext={nameOf?.(value) ?? `${value}${unit}`}
      className={styles.wheel}
      onScroll={onScroll}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <div aria-hidden className={styles.rows} style={{ height: (last + 1 + 2 * ROWS_ABOVE) * ROW_PX }}>
        {rowsAround(middle, last).map((row) => (
          <span
            key={row}
            className={from + row === value ? styles.picked : styles.one}
            style={{ top: (row + ROWS_ABOVE) * ROW_PX }}
          >
            {nameOf?.(from + row) ?? String(from + row).padStart(2, '0')}
            {from + row === value && !nameOf && <small>{unit}</small>}
          </span>
        ))}
      </div>
    </div>
  )
}

/** The rows that can be seen, and one more at either end for the scroll to snap to. */
function rowsAround(middle: number, last: number): number[] {
  const first = Math.max(0, middle - ROWS_ABOVE - 1)
  const end = Math.min(last, middle + ROWS_ABOVE + 1)
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index)
}
