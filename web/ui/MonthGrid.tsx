import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { dayText, monthText, shiftMonth } from '#contract/time.ts'
import { shiftDay, weekdayOf, weeksOf } from './days.ts'
import styles from './MonthGrid.module.css'
import { toast } from './toast.tsx'

const WEEK = ['日', '一', '二', '三', '四', '五', '六'] as const
const DOTS_MAX = 3

/** Where a key leads from a day. */
const STEPS: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => shiftDay(day, -1),
  ArrowRight: (day) => shiftDay(day, 1),
  ArrowUp: (day) => shiftDay(day, -7),
  ArrowDown: (day) => shiftDay(day, 7),
  Home: (day) => shiftDay(day, -weekdayOf(day)),
  End: (day) => shiftDay(day, 6 - weekdayOf(day)),
  PageUp: (day) => `${shiftMonth(day.slice(0, 7), -1)}-01`,
  PageDown: (day) => `${shiftMonth(day.slice(0, 7), 1)}-01`,
}

/** How one day stands in a calendar. */
export type DayFace = {
  /** Something is there. */
  marked?: boolean
  dots?: number
  /** Said after the day to those who cannot see it. */
  said?: string
  /** Why it cannot be pressed. */
  whyNot?: string | undefined
  /** Whether it is the one that is picked, where one is. */
  picked?: boolean
  faint?: boolean
}

type Props = {
  /** The day the keyboard stands on; its month is shown. */
  at: string
  today: string
  /** How the days stand is not known yet. */
  busy?: boolean
  faceOf: (day: string) => DayFace
  onMove: (day: string) => void
  onDay: (day: string) => void
}

/** The days of a month, from Sunday; arrow keys go from day to day, Page keys from month to month. */
export function MonthGrid({ at, today, busy = false, faceOf, onMove, onDay }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const month = at.slice(0, 7)

  function press(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    // A day that was tapped has the focus, wherever the keyboard stood before.
    const from = (event.target as HTMLElement).dataset.day ?? at
    flushSync(() => onMove(step(from)))
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked through is a grid
      role="grid"
      className={styles.grid}
      aria-label={monthText(month)}
      aria-busy={busy}
      onKeyDown={press}
    >
      <thead>
        <tr>
          {WEEK.map((day) => (
            <th key={day} scope="col" abbr={`星期${day}`}>
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((days, week) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month never change places
          <tr key={week}>
            {days.map((day, place) =>
              day ? (
                <Day
                  key={day}
                  day={day}
                  face={faceOf(day)}
                  isToday={day === today}
                  reachable={day === at}
                  onPress={() => onDay(day)}
                />
              ) : (
                <td key={`empty-${WEEK[place]}`} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = { day: string; face: DayFace; isToday: boolean; reachable: boolean; onPress: () => void }

function Day({ day, face, isToday, reachable, onPress }: DayProps) {
  const { marked, dots = 0, said = '', whyNot, picked, faint } = face
  return (
    <td>
      <button
        type="button"
        className={styles.day}
        data-day={day}
        data-marked={marked || undefined}
        data-picked={picked || undefined}
        data-faint={faint || undefined}
        tabIndex={reachable ? 0 : -1}
        aria-label={dayText(day) + said}
        aria-current={isToday ? 'date' : undefined}
        aria-pressed={picked}
        aria-disabled={whyNot ? true : undefined}
        onClick={whyNot ? () => toast(whyNot) : onPress}
      >
        {Number(day.slice(8))}
        <span className={styles.dots} aria-hidden="true">
          {Array.from({ length: Math.min(dots, DOTS_MAX) }, (_, dot) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots are all alike
            <i key={dot} />
          ))}
        </span>
      </button>
    </td>
  )
}
