import { ChevronRight, Hourglass } from 'lucide-react'
import { dateText } from '#contract/time.ts'
import { leftText } from '#web/capsule/detail/due.ts'
import { CardRow } from '#web/ui/Card.tsx'
import { now } from '#web/ui/clock.ts'
import { countText } from '#web/ui/format.ts'
import { go } from '#web/ui/location.ts'
import styles from './DueCard.module.css'
import { useClosed } from './useClosed.ts'

/** How many of one's own wait, which opens next and when, and how long the last one takes: what there is to come back for. */
export function SealedSummary() {
  const closed = useClosed()
  if (!closed?.next) return null
  const { sealed, due, next, last_time } = closed
  return (
    <CardRow
      small
      className={styles.below}
      start={<Hourglass size={22} strokeWidth={1.75} aria-hidden="true" />}
      end={<ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => go('meCapsule')}
    >
      <b>下一枚 {dateText(next.open_time)} 打开</b>
      <span className="muted">
        {next.long_tag} · 还有{leftText(next.open_time, now())}
      </span>
      <span className="muted">
        共{countText(sealed - due)}枚封存着{last_time > next.open_time && `，最久的要等${leftText(last_time, now())}`}
      </span>
    </CardRow>
  )
}
