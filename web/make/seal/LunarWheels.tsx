import { useState } from 'react'
import {
  type LunarDay,
  type LunarMonth,
  lunarDayName,
  lunarMonthName,
  lunarMonths,
  lunarOf,
  solarOf,
} from '#contract/lunar.ts'
import { type DayWheelsProps, FIRST_DAY } from './SolarWheels.tsx'
import { Wheel } from './Wheel.tsx'
import { Wheels } from './Wheels.tsx'

/** A day that was, by the Chinese calendar; a year with a leap month has thirteen. */
export function LunarWheels({ today, start, onChange }: DayWheelsProps) {
  const [first, last] = [lunarOf(FIRST_DAY)!, lunarOf(today)!]
  // The wished day is kept, so that a leap month or a 三十 comes back after a year without it.
  const [wanted, setWanted] = useState(() => lunarOf(start) ?? last)
  const months = monthsUntil(last, wanted.year)
  const at = indexOf(months, wanted)
  const days = daysUntil(last, wanted.year, months[at]!)

  function turn(patch: Partial<LunarDay>) {
    const next = { ...wanted, ...patch }
    setWanted(next)
    onChange(settled(next, last))
  }

  return (
    <Wheels columns="1.3fr 1.2fr 1fr">
      <Wheel unit="年" from={first.year} to={last.year} value={wanted.year} onChange={(year) => turn({ year })} />
      <Wheel
        unit="月"
        from={1}
        to={months.length}
        value={at + 1}
        nameOf={(value) => lunarMonthName(months[value - 1]!)}
        onChange={(value) => turn(monthOf(months[value - 1]!))}
      />
      <Wheel
        unit="日"
        from={1}
        to={days}
        value={Math.min(wanted.day, days)}
        nameOf={lunarDayName}
        onChange={(day) => turn({ day })}
      />
    </Wheels>
  )
}

const monthOf = ({ month, leap }: LunarMonth) => ({ month, leap })

/** The months of this year that have begun. */
function monthsUntil(last: LunarDay, year: number): readonly LunarMonth[] {
  const months = lunarMonths(year)
  return year < last.year ? months : months.slice(0, indexOf(months, last) + 1)
}

function daysUntil(last: LunarDay, year: number, { month, leap, days }: LunarMonth): number {
  const isLast = year === last.year && month === last.month && leap === last.leap
  return isLast ? last.day : days
}

/** Where this month stands among these; without it the ordinary one of its number, or the last there is. */
function indexOf(months: readonly LunarMonth[], { month, leap }: Pick<LunarDay, 'month' | 'leap'>): number {
  const own = months.findIndex((one) => one.month === month && one.leap === leap)
  if (own >= 0) return own
  const ordinary = months.findIndex((one) => one.month === month)
  return ordinary >= 0 ? ordinary : months.length - 1
}

/** The day that the wheels show for the wished day. */
function settled({ year, month, leap, day }: LunarDay, last: LunarDay): string {
  const months = monthsUntil(last, year)
  const shown = months[indexOf(months, { month, leap })]!
  return solarOf({ year, ...monthOf(shown), day: Math.min(day, daysUntil(last, year, shown)) })!
}
