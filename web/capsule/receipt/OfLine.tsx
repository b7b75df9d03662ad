import { CODE } from '#contract/codes.ts'
import { longDayText } from '#contract/time.ts'
import { inFours, NO_LINE } from '#contract/verifying.ts'
import { useCall } from '#web/client/api.ts'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import styles from './Verify.module.css'
import { Waits } from './Waits.tsx'

/** A place in the log, as everybody may know it: its number, the day and the short form; nothing of the capsule. */
export function OfLine({ index, log }: { index: number; log: number }) {
  const line = useCall('logLine', { index, ...(log > 1 && { log }) })
  if (line.error?.code === CODE.missing) return <p role="status">{NO_LINE}</p>
  return (
    <Loaded query={line} skeleton={<Waits />}>
      {({ commitment, at }) => (
        <Card as="section" aria-label="封存记录">
          <dl className={styles.given}>
            <div>
              <dt>封存记录</dt>
              <dd>第 {index} 号</dd>
            </div>
            <div>
              <dt>记入</dt>
              <dd>{longDayText(at)}</dd>
            </div>
            {commitment && (
              <div>
                <dt>短码</dt>
                <dd>{inFours(commitment)}</dd>
              </div>
            )}
          </dl>
        </Card>
      )}
    </Loaded>
  )
}
