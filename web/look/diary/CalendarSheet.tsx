import { Sheet } from '#web/ui/Sheet.tsx'
import { Calendar } from './Calendar.tsx'

type Props = {
  /** The month that is shown, and the current one in China. */
  month: string
  current: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A month, or a day of one, was chosen. */
  onChosen: (month: string, day?: string) => void
}

/** The choice of a month: a calendar that marks the days with diaries. Begins anew whenever it opens. */
export function CalendarSheet({ month, current, open, onOpenChange, onChosen }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="日记日历">
      <Calendar month={month} current={current} onChosen={onChosen} />
    </Sheet>
  )
}
