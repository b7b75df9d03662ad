import { lazy, Suspense } from 'react'
import { momentText, openTimeText, parseChina, weekdayText } from '#contract/time.ts'
import { leftText } from '#web/capsule/detail/due.ts'
import { Button } from '#web/ui/Button.tsx'
import { byBeijing } from '#web/ui/byBeijing.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import styles from './DateTimeWheel.module.css'
import { usePicked } from './usePicked.ts'
import { Wheel } from './Wheel.tsx'
import { Wheels } from './Wheels.tsx'
import { DAY_UNITS, rangeOf, textOf, UNITS } from './wheel.ts'

const DayCalendar = lazy(() => import('./DayCalendar.tsx').then((loaded) => ({ default: loaded.DayCalendar })))
const TimeSelects = lazy(() => import('./TimeSelects.tsx').then((loaded) => ({ default: loaded.TimeSelects })))
const CALENDAR_PX = 360

/** A mouse and room for a month: wheels are for fingers. */
const BY_POINTER = '(hover: hover) and (pointer: fine) and (min-width: 700px)'
const DAY_COLUMNS = '1.3fr 1fr 1fr'
const TIME_COLUMNS = '1.45fr repeat(4, 1fr)'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The moment picked before, `YYYY-MM-DD HH:mm:ss` in China time, or empty. */
  start: string
  onPick: (openTime: string) => void
}

/** The popup to pick a day, and if wanted a time of that day, from now to the end of 2120. */
export function DateTimeWheel({ open, onOpenChange, start, onPick }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="解封日期">
      <Picker start={start} onPick={onPick} />
    </Sheet>
  )
}

/** Mounted anew each time the popup opens, so that "now" is the moment of opening. */
function Picker({ start, onPick }: Pick<Props, 'start' | 'onPick'>) {
  const { now, timed, switchTime, pickDay, picked, least, most, turn, openTime } = usePicked(start)
  const byPointer = useMedia(BY_POINTER)
  return (
    <div className={styles.popup}>
      <p className={styles.summary} aria-live="polite">
        {byBeijing(`${openTimeText(openTime)} ${weekdayText(parseChina(openTime)!)}`)} · {leftText(openTime, now)}后
      </p>
      {byPointer ? (
        <Suspense fallback={<Skeleton height={CALENDAR_PX} />}>
          <DayCalendar picked={picked} least={least} most={most} onDay={pickDay} />
        </Suspense>
      ) : (
        <Wheels columns={timed ? TIME_COLUMNS : DAY_COLUMNS}>
          {UNITS.slice(0, timed ? UNITS.length : DAY_UNITS).map((unit, index) => (
            <Wheel
              key={unit}
              unit={unit}
              {...rangeOf(index, picked, least, most)}
              value={picked[index] ?? 0}
              onChange={(value) => turn(index, value)}
            />
          ))}
        </Wheels>
      )}
      <p className={`muted ${styles.since}`}>最早可以选{timed ? byBeijing(momentText(textOf(least))) : '今天'}</p>
      <Switch label="选具体时间" hint="不选时间，就在当天的最后一刻解封" checked={timed} onChange={switchTime} />
      {byPointer && timed && (
        <Suspense>
          <TimeSelects picked={picked} least={least} most={most} onTurn={turn} />
        </Suspense>
      )}
      <Button kind="primary" block onClick={() => onPick(openTime)}>
        确定
      </Button>
    </div>
  )
}
