import { CircleAlert } from 'lucide-react'
import { FORECAST_FINAL } from '#contract/forecast.ts'
import { useUser } from '#web/client/api.ts'
import type { Work } from '#web/draft/editor/useDraftEditor.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Forecast.module.css'

type Props = { busy: Work | undefined; over: boolean; onKeep: () => void; onPublish: () => void }

/** The actions for a prediction; the meaning and the cost of publishing stand beside them, never below. */
export function Actions({ busy, over, onKeep, onPublish }: Props) {
  const disabled = over || busy !== undefined
  const held = useUser().data?.user.forecast_count
  return (
    <div className={styles.foot}>
      <div className={styles.notes}>
        <p className={styles.warning}>
          <CircleAlert aria-hidden strokeWidth={1.75} />
          {FORECAST_FINAL}
        </p>
        <p className="muted">发布消耗1个预测胶囊{held !== undefined && `，剩余${held}个`}</p>
      </div>
      <div className={styles.actions}>
        <Button kind="secondary" busy={busy === 'saving'} disabled={disabled} onClick={onKeep}>
          存入草稿箱
        </Button>
        <Button kind="primary" block busy={busy === 'publishing'} disabled={disabled} onClick={onPublish}>
          发布胶囊
        </Button>
      </div>
    </div>
  )
}
