import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { countText, percentText } from '#web/ui/format.ts'
import { LeftOutList } from './LeftOutList.tsx'
import styles from './MoveIn.module.css'
import type { Sending as State } from './useMoveIn.ts'

/** So many times in all the progress is said aloud. */
const STEPS = 10

/** How far it is. The words on it are said at each tenth of the way, and where it stops. */
export function Sending({ sending }: { sending: State }) {
  const { all, ready, failed, leftOut } = sending
  const step = Math.floor((ready / Math.max(all, 1)) * STEPS) / STEPS
  return (
    <>
      <Card as="section" className={styles.preview}>
        <h2>{headOf(sending)}</h2>
        <p className={styles.count}>
          第 {countText(Math.min(ready + 1, all))} 篇，共 {countText(all)} 篇
        </p>
        <progress className={styles.progress} value={ready} max={Math.max(all, 1)} aria-label="搬家进度" />
        <p className="muted">
          {failed ? '已经搬来的都在，不会搬第二次。' : '请让这个页面开着。断了也不要紧，可以接着来。'}
        </p>
        <p className="hidden" role="status">
          {failed ? '' : `${headOf(sending)}，${percentText(step)}`}
        </p>
        {failed && (
          <p className={styles.failed} role="alert">
            {failed}
          </p>
        )}
      </Card>
      <LeftOutList list={leftOut} />
    </>
  )
}

const headOf = ({ failed, paused, waiting }: State): string => {
  if (failed) return '停下来了'
  if (paused) return '已暂停'
  return waiting ? `${waiting}，恢复后会接着来` : '正在搬入…'
}

type FooterProps = { sending: State; onPause: () => void; onGoOn: () => void; onAnew: () => void }

export const SendingFooter = ({ sending: { paused, failed }, onPause, onGoOn, onAnew }: FooterProps) => (
  <div className={styles.buttons}>
    {paused || failed ? (
      <Button block onClick={onGoOn}>
        继续
      </Button>
    ) : (
      <Button block kind="secondary" onClick={onPause}>
        暂停
      </Button>
    )}
    {failed && (
      <Button block kind="quiet" onClick={onAnew}>
        换一个文件
      </Button>
    )}
  </div>
)
