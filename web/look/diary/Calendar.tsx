import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { chinaDay, monthText, shiftMonth } from '#contract/time.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { now } from '#web/ui/clock.ts'
import { failed } from '#web/ui/Loaded.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { type DayFace, MonthGrid } from '#web/ui/MonthGrid.tsx'
import { MonthTurn } from '#web/ui/MonthTurn.tsx'
import styles from './Calendar.module.css'

type Props = {
  month: string
  current: string
  onChosen: (month: string, day?: string) => void
  /** The calendar stands beside the list, which follows it from month to month. */
  beside?: boolean
}

/** One month at a time, never past the current one. */
export function Calendar({ month, current, onChosen, beside }: Props) {
  const today = chinaDay(now())
  // The day the keyboard is on; its month is the one shown.
  const [at, setAt] = useState(month === current ? today : `${month}-01`)
  const [asked, setAsked] = useState(month)
  // The month was changed from elsewhere; a month turned to here is shown already.
  if (asked !== month) {
    setAsked(month)
    if (!at.startsWith(month)) setAt(month === current ? today : `${month}-01`)
  }
  const shown = at.slice(0, 7)
  const marks = useCall('diaryCalendar', { month: shown.replace('-', '') })
  const turn = (months: number) => move(`${shiftMonth(shown, months)}-01`)

  function move(day: string) {
    const next = day.slice(0, 7)
    if (next > current) return
    setAt(day)
    if (beside && next !== shown) onChosen(next)
  }

  // A sheet has its own title above it, a page the one of its list.
  const Heading = beside ? 'h2' : 'h3'
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <MonthTurn label="上个月" icon={ChevronLeft} onClick={() => turn(-1)} />
        <Heading className={styles.month} aria-live="polite">
          {monthText(shown)}
        </Heading>
        <MonthTurn
          label="下个月"
          icon={ChevronRight}
          whyNot={shown >= current ? '已经是本月了' : undefined}
          onClick={() => turn(1)}
        />
      </div>
      <MonthGrid
        at={at}
        today={today}
        busy={!marks.data && !failed(marks.error)}
        faceOf={(day) => faceOf(marks.data?.calendar[day] ?? 0, day > today)}
        onMove={move}
        onDay={(day) => onChosen(shown, day)}
      />
      {failed(marks.error) && (
        <LoadFailed failure={marks.error} busy={marks.isFetching} onRetry={marks.refetch} compact />
      )}
      <div className={styles.foot}>
        {shown !== current && (
          <Button kind="quiet" onClick={() => move(today)}>
            回到本月
          </Button>
        )}
        {!beside && (
          <Button block onClick={() => onChosen(shown)}>
            查看{monthText(shown)}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Days with diaries lead to them. */
const faceOf = (count: number, isFuture: boolean): DayFace => ({
  marked: count > 0,
  dots: count,
  said: count > 0 ? `，${count}篇日记` : '',
  whyNot: count > 0 ? undefined : '这一天没有日记',
  faint: isFuture,
})
