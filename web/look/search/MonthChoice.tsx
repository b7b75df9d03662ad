import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { monthText } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { MonthTurn } from '#web/ui/MonthTurn.tsx'
import styles from './MonthChoice.module.css'

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
const FIRST_YEAR = 1920

type Props = {
  month: string | undefined
  /** The one that now is, in China: nothing was written after it. */
  current: string
  onChosen: (month: string | undefined) => void
}

/** One month of a year, or none. */
export function MonthChoice({ month, current, onChosen }: Props) {
  const last = Number(current.slice(0, 4))
  const [year, setYear] = useState(Number((month ?? current).slice(0, 4)))
  return (
    <div className={styles.choice}>
      <div className={styles.head}>
        <MonthTurn
          label="上一年"
          icon={ChevronLeft}
          whyNot={year <= FIRST_YEAR ? '没有更早的年份了' : undefined}
          onClick={() => setYear(year - 1)}
        />
        <h3 className={styles.year} aria-live="polite">
          {year}年
        </h3>
        <MonthTurn
          label="下一年"
          icon={ChevronRight}
          whyNot={year >= last ? '已经是今年了' : undefined}
          onClick={() => setYear(year + 1)}
        />
      </div>
      <div className={styles.months}>
        {MONTHS.map((name) => {
          const value = `${year}-${name}`
          return (
            <button
              key={name}
              type="button"
              className={styles.month}
              aria-label={monthText(value)}
              aria-pressed={value === month}
              disabled={value > current}
              onClick={() => onChosen(value)}
            >
              {Number(name)}月
            </button>
          )
        })}
      </div>
      <Button kind="quiet" onClick={() => onChosen(undefined)}>
        不限月份
      </Button>
    </div>
  )
}
