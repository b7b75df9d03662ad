import { CalendarPlus } from 'lucide-react'
import { waitingCalendar } from '#contract/receiver.ts'
import { openCalendar } from '#web/capsule/calendar/openCalendar.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './WaitingCapsule.module.css'

/** Puts the day of a waiting capsule, and where it waits, into the device's own calendar. It asks for no sign-in. */
export const WaitingDay = ({ token }: { token: string }) => (
  <div className={styles.day}>
    <Button kind="quiet" onClick={() => void openCalendar(waitingCalendar(token), '')}>
      <CalendarPlus size={20} strokeWidth={1.75} aria-hidden="true" />
      加入系统日历
    </Button>
  </div>
)
