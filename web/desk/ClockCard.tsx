import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDesk, useDeskSend } from './api.ts'
import styles from './Card.module.css'
import { LostList } from './LostList.tsx'
import { useQuestion } from './useQuestion.tsx'

const HOLD = {
  title: '暂停发送通知？',
  text: '恢复备份之后、核对之前使用。到期的通知会等到确认之后再发。',
  ok: '暂停',
  danger: true,
}
const CONFIRM = {
  title: '确认时间无误？',
  text: '到期的胶囊可以解封，等着的通知会立即发送，到期该清除的会清除。请先看一眼上面的系统时间。',
  ok: '确认',
}
const CONFIRM_RESTORED = {
  title: '时间和数据库都核对过了？',
  text: '数据库像是从备份恢复的：等着的通知会立即发送，恢复前已经发过的可能再发一次。到期的胶囊可以解封，到期该清除的会清除。',
  ok: '确认并发送',
  danger: true,
}

/** Whether time can be trusted, and the operator's verdict after looking. */
export function ClockCard() {
  const query = useDesk('deskClock', {})
  const { confirm, question } = useQuestion()
  const send = useDeskSend('deskClockSet', ({ held }) => toast(held ? '已暂停' : '已恢复'))
  async function set(act: 'confirm' | 'hold', question: typeof HOLD | typeof CONFIRM) {
    if (await confirm(question)) send.mutate({ act })
  }
  return (
    <Loaded query={query} skeleton={<Skeletons count={1} height={160} />}>
      {({ text, held, restored, waits, lost }) => (
        <Card>
          <p className={styles.reason}>{text}</p>
          {lost > 0 && <LostList />}
          <div className={styles.verdicts}>
            <Button kind="secondary" busy={send.isPending} disabled={held === 1} onClick={() => void set('hold', HOLD)}>
              暂停发送
            </Button>
            <Button
              busy={send.isPending}
              disabled={waits === 0}
              onClick={() => void set('confirm', restored ? CONFIRM_RESTORED : CONFIRM)}
            >
              {restored ? '确认时间和数据库无误' : '确认时间无误'}
            </Button>
          </div>
          {question}
        </Card>
      )}
    </Loaded>
  )
}
