import styles from './DayCalendar.module.css'

type Props = { unit: string; from: number; to: number; value: number; onChange: (value: number) => void }

/** One unit of a date or a time, out of those there are. */
export const Select = ({ unit, from, to, value, onChange }: Props) => (
  <select
    className={styles.select}
    aria-label={unit}
    value={value}
    onChange={(event) => onChange(Number(event.target.value))}
  >
    {Array.from({ length: to - from + 1 }, (_, index) => from + index).map((one) => (
      <option key={one} value={one}>
        {String(one).padStart(2, '0')}
        {unit}
      </option>
    ))}
  </select>
)
