import { CircleCheck, CircleX, Hourglass, type LucideIcon } from 'lucide-react'
import type { ApplicationState, Detail } from '#contract/capsule.ts'
import { reviewDeadline } from '#contract/review.ts'
import { dateText, formatChina, momentText, parseChina } from '#contract/time.ts'
import { Card } from '#web/ui/Card.tsx'
import { nowDate } from '#web/ui/clock.ts'
import styles from './DeblockingResult.module.css'

type Application = NonNullable<Detail['application']>
type Outcome = { title: string; Icon: LucideIcon; text: (application: Application) => string }

const OUTCOMES: Record<Exclude<ApplicationState, 'closed'>, Outcome> = {
  waiting: { title: '提前解封申请审核中', Icon: Hourglass, text: waitingText },
  approved: {
    title: '提前解封申请已通过',
    Icon: CircleCheck,
    text: ({ closed_at }) => `${momentText(closed_at)} 通过，现在可以解封`,
  },
  rejected: { title: '提前解封申请未通过', Icon: CircleX, text: ({ closed_at }) => `${momentText(closed_at)} 答复` },
}

/** The newest application for an early unsealing and its answer; nothing when it closed itself. */
export function DeblockingResult({ application }: { application: Application | undefined }) {
  if (!application || application.state === 'closed') return undefined
  const { title, Icon, text } = OUTCOMES[application.state]
  return (
    <Card as="section" small outlined className={styles.result} data-state={application.state}>
      <h2 className={styles.title}>
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        {title}
      </h2>
      <p className="muted">{text(application)}</p>
      {application.reply && (
        <blockquote className={styles.reply} aria-label="审核答复">
          {application.reply}
        </blockquote>
      )}
    </Card>
  )
}

/** The deadline is the first moment after the last day that was promised. */
function waitingText({ created_at }: Application): string {
  const last = Number(reviewDeadline(parseChina(created_at) ?? nowDate())) - 1
  return `${momentText(created_at)} 提交，最晚 ${dateText(formatChina(last))} 以短信回复你`
}
