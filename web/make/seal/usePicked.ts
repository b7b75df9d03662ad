import { useState } from 'react'
import { LATEST_OPEN_TIME } from '#contract/limits.ts'
import { chinaDay, formatChina, isWholeDay, parseChina } from '#contract/time.ts'
import { nowDate } from '#web/ui/clock.ts'
import { momentOf, type Parts, partsOf, textOf, within, withPart, withTime } from './wheel.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const LATEST = partsOf(parseChina(LATEST_OPEN_TIME)!)

/** The values of an open time's wheels: a day, and a time of that day only when one is wanted. */
export function usePicked(start: string) {
  const [now] = useState(() => nowDate())
  const [begun] = useState(() => ((parseChina(start) ?? now) > now ? start : undefined))
  const [wanted, setWanted] = useState(() => partsOf(begun ? parseChina(begun)! : inAnHour(now)))
  const [timed, setTimed] = useState(begun !== undefined && !isWholeDay(begun))
  // A person who closes the time and opens it again finds it as it was.
  const [timeKnown, setTimeKnown] = useState(timed)
  const least = timed ? partsOf(new Date(now.getTime() + MINUTE_MS)) : withTime(partsOf(now), 0, 0)
  // The wished day is kept, so that the 31st comes back after a scroll past February.
  const picked = within(wanted, least, LATEST)

  function switchTime() {
    setTimed(!timed)
    if (timed || timeKnown) return
    setTimeKnown(true)
    setWanted(atFirst(picked, now))
  }

  return {
    /** Since when the time left is counted: the minute that began last, as the wheels know no other. */
    now: momentOf(partsOf(now)).getTime(),
    timed,
    switchTime,
    picked,
    least,
    most: LATEST,
    turn: (unit: number, value: number) => setWanted(withPart(wanted, unit, value)),
    pickDay: (day: string) => setWanted(withTime(partsOf(parseChina(day)!), wanted[3], wanted[4])),
    openTime: timed ? formatChina(momentOf(picked)) : wholeDay(picked),
  }
}

const inAnHour = (now: Date): Date => new Date(now.getTime() + HOUR_MS)
const dayOf = (parts: Parts): string => textOf(parts).slice(0, 10)
const wholeDay = (parts: Parts): string => formatChina(parseChina(dayOf(parts))!)

/** The time that stands there when it is wanted: the day's first moment; today in an hour, or the last minute of today. */
function atFirst(day: Parts, now: Date): Parts {
  if (dayOf(day) !== chinaDay(now)) return withTime(day, 0, 0)
  const later = partsOf(inAnHour(now))
  return dayOf(later) === dayOf(day) ? later : withTime(day, 23, 59)
}
