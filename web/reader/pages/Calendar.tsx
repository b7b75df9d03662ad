import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ArchiveSummary } from '#contract/archiveFiles.ts'
import { shiftMonth } from '#contract/time.ts'
import { weeksOf } from '#web/ui/days.ts'
import { useEntries } from '../archive.ts'
import { dateOf } from '../find.ts'
import { Chips } from '../frame/Chips.tsx'
import { Opening } from '../frame/Opening.tsx'
import frame from '../frame/Title.module.css'
import { Title } from '../frame/Title.tsx'
import { useWords } from '../language.ts'
import { Rows } from '../list/Rows.tsx'
import { daysOf } from '../months.ts'
import { linkTo, type Route } from '../route.ts'
import styles from './Calendar.module.css'
import { yearsOf } from './Timeline.tsx'

const SHAPE = /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])(?:-\d\d)?$/

/** A month with its days; those on which something was written lead to it. */
export function Calendar({ archive, route: { args } }: { archive: ArchiveSummary; route: Route }) {
  const words = useWords()
  const years = yearsOf(archive)
  const asked = args[0] && SHAPE.test(args[0]) ? args[0] : undefined
  const year = asked?.slice(0, 4) ?? years[0] ?? ''
  const { entries, done, gone } = useEntries(years.includes(year) ? [year] : [])
  const newest = entries
    .map(({ item }) => dateOf(item))
    .sort()
    .at(-1)
  const at = asked ?? newest?.slice(0, 7) ?? (year && `${year}-01`)
  if (!at) return <Title title={words.views.calendar} note={words.nothing} />
  const month = at.slice(0, 7)
  const within = entries.filter(({ item }) => dateOf(item).startsWith(at))
  return (
    <>
      <Title title={words.month(month)}>
        <MonthTurns month={month} />
      </Title>
      <Chips
        label={words.years}
        chips={years.map((one) => ({
          key: one,
          text: one,
          link: linkTo('calendar', [one + month.slice(4)]),
          isHere: one === year,
        }))}
      />
      <Opening done={done} all={years.includes(year) ? 1 : 0} gone={gone} />
      <Grid month={month} at={at} days={daysOf(entries)} />
      {within.length === 0 && <p className={frame.empty}>{at === month ? words.nothing : words.nothingOnDay}</p>}
      <Rows list={`calendar/${at}`} entries={within} isOfMonth />
    </>
  )
}

function MonthTurns({ month }: { month: string }) {
  const words = useWords()
  return (
    <div className={styles.turns}>
      <a href={linkTo('calendar', [shiftMonth(month, -1)])} aria-label={words.earlierMonth}>
        <ChevronLeft size={24} strokeWidth={1.75} aria-hidden="true" />
      </a>
      <a href={linkTo('calendar', [shiftMonth(month, 1)])} aria-label={words.laterMonth}>
        <ChevronRight size={24} strokeWidth={1.75} aria-hidden="true" />
      </a>
    </div>
  )
}

function Grid({ month, at, days }: { month: string; at: string; days: Map<string, number> }) {
  const words = useWords()
  return (
    <table className={styles.grid} aria-label={words.month(month)}>
      <thead>
        <tr>
          {words.week.map((day) => (
            <th key={day} scope="col">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month never change places
          <tr key={row}>
            {week.map((day, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do its days
              <td key={place}>{day && <Day day={day} count={days.get(day) ?? 0} isHere={day === at} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({ day, count, isHere }: { day: string; count: number; isHere: boolean }) {
  const words = useWords()
  const number = Number(day.slice(8))
  if (count === 0) return <span className={styles.day}>{number}</span>
  const link = linkTo('calendar', [isHere ? day.slice(0, 7) : day])
  return (
    <a
      className={styles.day}
      href={link}
      aria-label={`${words.dayOf(day)} ${words.items(count)}`}
      aria-current={isHere ? 'date' : undefined}
    >
      {number}
    </a>
  )
}
