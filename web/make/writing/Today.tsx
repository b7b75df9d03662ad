import { formatChina, longDayText, weekdayText } from '#contract/time.ts'
import { useNow } from '#web/ui/useNow.ts'
import styles from './Editor.module.css'

const EVERY_MS = 60_000

/** The day on which one writes, also when it turns midnight meanwhile. */
export function Today() {
  const now = useNow(EVERY_MS)
  return (
    <p className={styles.today}>
      {longDayText(formatChina(now))} {weekdayText(now)}
    </p>
  )
}
