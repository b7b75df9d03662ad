import { useState } from 'react'
import { LATEST_OPEN_TIME } from '#contract/limits.ts'
import { chinaDay, parseChina, spanText, weekdayText } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import styles from './DateTimeWheel.module.css'
import { Wheel } from './Wheel.tsx'
import { momentOf, partsOf, rangeOf, UNITS, within, withPart } from './wheel.ts'

const HOUR_MS = 3_600_000
const LATEST = parseChina(LATEST_OPEN_TIME) ?? new Date()

type Props = { open: boolean; onOpenChange: (open: boolean) => void; start?: Date; onPick: (picked: Date) => void }

/** The popup in which a moment is picked to the second, from now to the end of 2120. */
export function DateTimeWheel({ open, onOpenChange, start, onPick }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="解封日期">
      <Wheels start={start} onPick={onPick} />
    </Sheet>
  )
}

/** Mounted anew each time the popup opens, so that "now" is the moment of opening. */
function Wheels({ start, onPick }: Pick<Props, 'start' | 'onPick'>) {
  const [now] = useState(() => new Date())
  const [wanted, setWanted] = useState(() => partsOf(start && start > now ? start : new Date(now.getTime() + HOUR_MS)))
  const least = partsOf(now)
  const most = partsOf(LATEST)
  // What was wished for stays, so that the 31st comes back after a scroll past February.
  const picked = within(wanted, least, most)
  const moment = momentOf(picked)
  return (
    <div className={styles.popup}>
      <p className={styles.summary} aria-live="polite">
        {chinaDay(moment)} {weekdayText(moment)} · {spanText(momentOf(least).getTime(), moment.getTime())}后
      </p>
      <div className={styles.wheels}>
        {UNITS.map((unit, index) => (
          <Wheel
            key={unit}
            unit={unit}
            {...rangeOf(index, picked, least, most)}
            value={picked[index] ?? 0}
            onChange={(value) => setWanted(withPart(wanted, index, value))}
          />
        ))}
      </div>
      <Button kind="primary" block onClick={() => onPick(moment)}>
        确定
      </Button>
    </div>
  )
}
