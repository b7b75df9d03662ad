import type { Output } from '#contract/calls.ts'
import { ALARM_NAME, CHANNELS } from '#contract/pay.ts'
import { DECIDED } from '#contract/review.ts'
import { momentText } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import dialog from '#web/ui/dialog.module.css'
import { toast } from '#web/ui/toast.tsx'
import { useDeskSend } from './api.ts'
import styles from './Card.module.css'
import { Waited } from './Waited.tsx'

type Alarm = Output<'moneyAlarms'>['alarms'][number]

/** A payment that is not as it is said to be: looked into at the platform, and told so here. */
export function AlarmCard({ alarm: { id, channel, why, order_no, times, last_at } }: { alarm: Alarm }) {
  const send = useDeskSend('moneyAlarmDone', () => toast(DECIDED))
  const what = ALARM_NAME[why] ?? why
  return (
    <Card as="article" className={styles.card} aria-labelledby={`alarm-${id}`}>
      <div className={styles.about}>
        <div className={styles.head}>
          <h2 id={`alarm-${id}`} className={styles.title}>{`${CHANNELS[channel].name}：${what}`}</h2>
          <span className={styles.label}>{momentText(last_at)}</span>
          <Waited since={last_at} />
        </div>
        <p className={styles.reason}>
          {order_no ? `订单 ${order_no}` : '没有可信的订单号'}
          {times > 1 && `，当天 ${times} 次`}
        </p>
      </div>
      <div className={styles.side}>
        <div className={dialog.buttons} data-verdicts="">
          <Button
            label={`${CHANNELS[channel].name}${what}${order_no}：已核对`}
            busy={send.isPending}
            onClick={() => send.mutate({ alarm_id: id })}
          >
            已核对
          </Button>
        </div>
      </div>
    </Card>
  )
}
