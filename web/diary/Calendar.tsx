import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { chinaDay, monthText, shiftMonth } from '#contract/time.ts'
import { useCall } from '#web/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { failed } from '#web/ui/Loaded.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './Calendar.module.css'
import { MonthGrid } from './MonthGrid.tsx'

type Props = { month: string; current: string; onChosen: (month: string, day?: string) => void }

/** One month at a time, never past the current one. */
export function Calendar({ month, current, onChosen }: Props) {
  const today = chinaDay(Date.now())
  // The day the keyboard stands on; its month is the one that is shown.
  const [at, setAt] = useState(month === current ? today : `${month}-01`)
  const shown = at.slice(0, 7)
  const marks = useCall('diaryCalendar', { month: shown.replace('-', '') })
  const turn = (months: number) => setAt(`${shiftMonth(shown, months)}-01`)
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <Turn label="上个月" icon={ChevronLeft} onClick={() => turn(-1)} />
        <h3 className={styles.month} aria-live="polite">
          {monthText(shown)}
        </h3>
        <Turn
          label="下个月"
          icon={ChevronRight}
          whyNot={shown >= current ? '已经是本月了' : undefined}
          onClick={() => turn(1)}
        />
      </div>
      <MonthGrid
        at={at}
        today={today}
        marks={marks.data?.calendar}
        onMove={(day) => day.slice(0, 7) <= current && setAt(day)}
        onDay={(day) => onChosen(shown, day)}
      />
      {failed(marks.error) && (
        <LoadFailed text={marks.error.message} busy={marks.isFetching} onRetry={marks.refetch} compact />
      )}
      <div className={styles.foot}>
        {shown !== current && (
          <Button kind="quiet" onClick={() => setAt(today)}>
            回到本月
          </Button>
        )}
        <Button block onClick={() => onChosen(shown)}>
          查看{monthText(shown)}
        </Button>
      </div>
    </div>
  )
}

type TurnProps = { label: string; icon: LucideIcon; whyNot?: string; onClick: () => void }

const Turn = ({ whyNot, onClick, ...button }: TurnProps) => (
  <IconButton
    {...button}
    size={24}
    aria-disabled={whyNot ? true : undefined}
    onClick={whyNot ? () => toast(whyNot) : onClick}
  />
)
