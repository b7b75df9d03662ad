import { useState } from 'react'
import { parseChina } from '#contract/time.ts'
import { Wheel } from './Wheel.tsx'
import { Wheels } from './Wheels.tsx'
import { partsOf, rangeOf, textOf, UNITS, within, withPart } from './wheel.ts'

/** The first year of the pickers (specification 5). */
export const FIRST_DAY = '1920-01-01'

export type DayWheelsProps = {
  /** The last day there is to pick, `YYYY-MM-DD`. */
  today: string
  start: string
  onChange: (day: string) => void
}

const midnight = (day: string) => partsOf(parseChina(`${day} 00:00`)!)

/** A day that was, by year, month and day. */
export function SolarWheels({ today, start, onChange }: DayWheelsProps) {
  // The wished day is kept, so that the 31st comes back after a scroll past February.
  const [wanted, setWanted] = useState(() => midnight(start))
  const [least, most] = [midnight(FIRST_DAY), midnight(today)]
  const picked = within(wanted, least, most)

  function turn(index: number, value: number) {
    const next = withPart(wanted, index, value)
    setWanted(next)
    onChange(textOf(within(next, least, most)).slice(0, 10))
  }

  return (
    <Wheels columns="1.3fr 1fr 1fr">
      {UNITS.slice(0, 3).map((unit, index) => (
        <Wheel
          key={unit}
          unit={unit}
          {...rangeOf(index, picked, least, most)}
          value={picked[index] ?? 0}
          onChange={(value) => turn(index, value)}
        />
      ))}
    </Wheels>
  )
}
