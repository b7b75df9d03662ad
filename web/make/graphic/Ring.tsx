import type { MadeItem } from '#web/draft/current/files.ts'
import styles from './Graphic.module.css'
import { useShare } from './uploading.ts'

const RADIUS = 18
const AROUND = 2 * Math.PI * RADIUS

/** The progress of one file's upload. */
export function Ring({ item: { id, name } }: { item: MadeItem }) {
  const share = useShare(id)
  const percent = Math.round(share * 100)
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={`上传「${name}」`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <svg width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
        <circle className={styles.track} cx="24" cy="24" r={RADIUS} />
        <circle
          className={styles.done}
          cx="24"
          cy="24"
          r={RADIUS}
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - share)}
        />
      </svg>
      <span>{percent}%</span>
    </div>
  )
}
