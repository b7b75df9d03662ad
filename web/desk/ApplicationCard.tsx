import { TYPE_KIND } from '#contract/capsule.ts'
import { APPLICATION_NAME, type Application, DECIDED_LATE } from '#contract/review.ts'
import { chinaDay, dateText, momentText, parseChina } from '#contract/time.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from './Card.module.css'
import { Decision } from './Decision.tsx'
import { DecisionList } from './DecisionList.tsx'
import { type Fact, FactList } from './FactList.tsx'
import { useWaited } from './Waited.tsx'

type Props = { application: Application }

/** One application as an operator may see it: the kind and the dates of the capsule, the reason as it was typed. */
export function ApplicationCard({ application }: Props) {
  const { id, reason, state } = application
  return (
    <Card as="article" className={styles.card} aria-labelledby={`application-${id}`}>
      <div className={styles.about}>
        <div className={styles.head}>
          <h2 id={`application-${id}`} className={styles.title}>{`申请 ${id}`}</h2>
          <Badges application={application} />
        </div>
        <Facts application={application} />
        <h3 className={styles.label}>解封理由</h3>
        <p className={styles.reason}>{reason}</p>
      </div>
      <div className={styles.side}>
        <Decisions application={application} />
        {state === 'waiting' && <WhatToDo application={application} />}
      </div>
    </Card>
  )
}

function Badges({ application: { is_lock, state, overdue, due } }: Props) {
  return (
    <p className={styles.badges}>
      {is_lock === 1 ? (
        <span className={styles.badge} data-tone="strong">
          不可提前解封，需两人同意
        </span>
      ) : (
        <span className={styles.badge}>可提前解封</span>
      )}
      {state !== 'waiting' && (
        <span className={styles.badge} data-tone={state}>
          {APPLICATION_NAME[state]}
        </span>
      )}
      {overdue === 1 && (
        <span className={styles.badge} data-tone="rejected">
          超期
        </span>
      )}
      {due === 1 && <span className={styles.badge}>已到解封时间</span>}
    </p>
  )
}

function Facts({ application }: Props) {
  const { type, sealed_at, open_time, created_at, closed_at, deadline, state } = application
  const waited = useWaited(created_at)
  const facts: Fact[] = [
    ['类型', KIND_NAME[TYPE_KIND[type]]],
    ['封存时间', momentText(sealed_at)],
    ['解封时间', momentText(open_time)],
    ['申请时间', momentText(created_at)],
    state === 'waiting' ? ['已等待', waited] : ['处理时间', momentText(closed_at)],
    // The deadline is the first moment after the day.
    ['答复期限', dateText(chinaDay(parseChina(deadline)!.getTime() - 1))],
  ]
  return <FactList facts={facts} />
}

const Decisions = ({ application: { decisions } }: Props) => (
  <DecisionList
    label="审核记录"
    of={decisions.map(({ approve, reply, ...said }) => ({ ...said, verdict: approve ? '同意' : '拒绝', note: reply }))}
  />
)

/** The form, or why there is nothing for this operator to decide. */
function WhatToDo({ application }: Props) {
  if (application.due) return <p className={styles.note}>{DECIDED_LATE}</p>
  if (application.mine) return <p className={styles.note}>你已同意，还需要另一位审核员同意</p>
  return <Decision application={application} />
}
