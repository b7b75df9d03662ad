import type { ImportSource } from '#contract/importSource.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { countText } from '#web/ui/format.ts'
import styles from './MoveIn.module.css'
import { nameOf } from './sources.ts'

type Props = { source: ImportSource; done: number; all: number; onCancel: () => void }

/** The files are being read in their worker; nothing is sent. */
export const Reading = ({ source, done, all, onCancel }: Props) => (
  <Card as="section">
    <p role="status">正在读文件：{nameOf(source)}</p>
    <progress
      className={styles.progress}
      value={all > 0 ? done : undefined}
      max={Math.max(all, 1)}
      aria-label="读取进度"
    />
    <p className="muted">{all > 0 ? `${countText(done)}/${countText(all)}` : '文件不会离开这台设备'}</p>
    <div className={styles.end}>
      <Button kind="quiet" onClick={onCancel}>
        取消
      </Button>
    </div>
  </Card>
)
