import { X } from 'lucide-react'
import { colorIndex } from '#contract/capsule.ts'
import { longDayText } from '#contract/time.ts'
import { AddToCalendar } from '#web/capsule/calendar/AddToCalendar.tsx'
import { TicketLink } from '#web/capsule/ticket/TicketLink.tsx'
import { useUser } from '#web/client/api.ts'
import { byBeijing } from '#web/ui/byBeijing.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './JustSealed.module.css'
import { closeJustSealed, useJustSealed } from './justSealed.ts'

/** On arrival at home after a sealing: when it opens, the way into one's calendar, and its ticket. It asks for nothing and waits. */
export function JustSealed() {
  const sealed = useJustSealed(useUser().data?.user.id)
  if (!sealed) return null
  const { id, type, openTime } = sealed
  return (
    <Card as="section" className={styles.card} aria-label="刚刚封存的胶囊" data-fades="">
      <span className={styles.glow}>
        <CapsuleIcon colorIndex={colorIndex(Number(id))} type={type} size={44} />
      </span>
      <p className={styles.text}>
        <b>{byBeijing(longDayText(openTime))}再见</b>
        <span className="muted">让日历到时提醒你，只记日期，不记内容</span>
      </p>
      <div className={styles.add}>
        <AddToCalendar capsuleId={id} kind="primary" block />
        <TicketLink capsuleId={id} block />
      </div>
      <div className={styles.close}>
        <IconButton label="不用了" icon={X} onClick={closeJustSealed} />
      </div>
    </Card>
  )
}
