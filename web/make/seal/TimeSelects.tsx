import styles from './DayCalendar.module.css'
import { Select } from './Select.tsx'
import { type Parts, rangeOf, UNITS } from './wheel.ts'

const [HOUR, MINUTE] = [3, 4]

type Props = { picked: Parts; least: Parts; most: Parts; onTurn: (unit: number, value: number) => void }

/** The time of the day, to the minute as the wheels have it. */
export const TimeSelects = ({ picked, least, most, onTurn }: Props) => (
  <div className={styles.time}>
    {[HOUR, MINUTE].map((index) => (
      <Select
        key={index}
        unit={UNITS[index]!}
        {...rangeOf(index, picked, least, most)}
        value={picked[index]!}
        onChange={(value) => onTurn(index, value)}
      />
    ))}
  </div>
)
