import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Output } from '#contract/calls.ts'
import { dayText, monthText, shiftMonth } from '#contract/time.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './MonthGrid.module.css'
import { shiftDay, weekdayOf, weeksOf } from './month.ts'

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

type Props = {
  /** The day the keyboard stands on; its month is shown. */
  at: string
  today: string
  /** How many diaries each day has; undefined while that is not known. */
  marks: Output<'diaryCalendar'>['calendar'] | undefined
  onMove: (day: string) => void
  onDay: (day: string) => void
}

/** The days of a month, from Sunday; those with diaries can be pressed, arrow keys go from day to day. */
export function MonthGrid({ at, today, marks, onMove, onDay }: Props) {
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
      aria-busy={!marks}
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
            {days.map((day, place) => (
              <td key={day ?? `empty-${WEEK[place]}`}>
                {day && (
                  <Day
                    day={day}
                    count={marks?.[day] ?? 0}
                    isToday={day === today}
                    isFuture={day > today}
                    reachable={day === at}
                    onPress={() => onDay(day)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = {
  day: string
  count: number
  isToday: boolean
  isFuture: boolean
  reachable: boolean
  onPress: () => void
}

function Day({ day, count, isToday, isFuture, reachable, onPress }: DayProps) {
  return (
    <button
      type="button"
      className={styles.day}
      data-day={day}
      data-marked={count > 0 || undefined}
      data-future={isFuture || undefined}
      tabIndex={reachable ? 0 : -1}
      aria-label={dayText(day) + (count > 0 ? `，${count}篇日记` : '')}
      aria-current={isToday ? 'date' : undefined}
      aria-disabled={count === 0 || undefined}
      onClick={count > 0 ? onPress : () => toast('这一天没有日记')}
    >
      {Number(day.slice(8))}
      <span className={styles.dots} aria-hidden="true">
        {Array.from({ length: Math.min(count, DOTS_MAX) }, (_, dot) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: dots are all alike
          <i key={dot} />
        ))}
      </span>
    </button>
  )
}
