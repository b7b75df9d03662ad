import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { chinaDay, dateText, shiftMonth } from '#contract/time.ts'
import { now } from '#web/ui/clock.ts'
import { type DayFace, MonthGrid } from '#web/ui/MonthGrid.tsx'
import { MonthTurn } from '#web/ui/MonthTurn.tsx'
import styles from './DayCalendar.module.css'
import { readDay } from './readDay.ts'
import { Select } from './Select.tsx'
import { type Parts, textOf, within, withPart } from './wheel.ts'

const PAST = '这一天已经过去了'
const TOO_LATE = '最晚只能选到这里'

type Props = { picked: Parts; least: Parts; most: Parts; onDay: (day: string) => void }

/** A day picked with a mouse or typed: the month it is in, a jump to any year, and the day as it is written. */
export function DayCalendar({ picked, least, most, onDay }: Props) {
  const day = dayOf(picked)
  const [first, last] = [dayOf(least), dayOf(most)]
  // Where the keyboard stands; its month is the one that is shown.
  const [at, setAt] = useState(day)
  const month = at.slice(0, 7)
  const move = (to: string) => setAt(to < first ? first : to > last ? last : to)
  const jump = (unit: number, value: number) => move(dayOf(within(withPart(partsOfDay(at), unit, value), least, most)))
  const pick = (to: string) => {
    move(to)
    onDay(to)
  }
  return (
    <div className={styles.calendar}>
      <TypedDay day={day} first={first} last={last} onDay={pick} />
      <div className={styles.head}>
        <MonthTurn
          label="上个月"
          icon={ChevronLeft}
          whyNot={month <= first.slice(0, 7) ? PAST : undefined}
          onClick={() => move(`${shiftMonth(month, -1)}-01`)}
        />
        <Select
          unit="年"
          from={least[0]}
          to={most[0]}
          value={Number(at.slice(0, 4))}
          onChange={(year) => jump(0, year)}
        />
        <Select unit="月" from={1} to={12} value={Number(at.slice(5, 7))} onChange={(to) => jump(1, to)} />
        <MonthTurn
          label="下个月"
          icon={ChevronRight}
          whyNot={month >= last.slice(0, 7) ? TOO_LATE : undefined}
          onClick={() => move(`${shiftMonth(month, 1)}-01`)}
        />
      </div>
      <MonthGrid
        at={at}
        today={chinaDay(now())}
        faceOf={(one) => faceOf(one, day, first, last)}
        onMove={move}
        onDay={pick}
      />
    </div>
  )
}

function faceOf(one: string, picked: string, first: string, last: string): DayFace {
  const whyNot = one < first ? PAST : one > last ? TOO_LATE : undefined
  return { picked: one === picked, whyNot, faint: whyNot !== undefined }
}

type TypedProps = { day: string; first: string; last: string; onDay: (day: string) => void }

/** The day as text, to be typed by people who prefer keys; an invalid text goes back to the picked day. */
function TypedDay({ day, first, last, onDay }: TypedProps) {
  const [text, setText] = useState(dateText(day))
  const [shown, setShown] = useState(day)
  // Picked elsewhere: the field shows that day, and keeps the focus.
  if (shown !== day) {
    setShown(day)
    setText(dateText(day))
  }
  const typed = readDay(text)
  const wrong = typed === undefined || typed < first || typed > last
  const settle = () => (wrong ? setText(dateText(day)) : typed !== day && onDay(typed))
  return (
    <input
      className={styles.typed}
      aria-label="日期"
      aria-invalid={wrong || undefined}
      inputMode="numeric"
      autoComplete="off"
      placeholder={dateText(first)}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && settle()}
    />
  )
}

const dayOf = (parts: Parts): string => textOf(parts).slice(0, 10)
const partsOfDay = (day: string): Parts => [...day.split('-').map(Number), 23, 59] as unknown as Parts
