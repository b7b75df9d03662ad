import type { Detail } from '#contract/capsule.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './Author.module.css'

/** Who made a capsule; somebody who has left says so when tapped. */
export function Author({ author }: { author: Detail['user'] }) {
  if (!author.cancelled) return <span className={styles.author}>{author.nickname}</span>
  return (
    <button type="button" className={styles.gone} onClick={() => toast(CANCELLED_NAME)}>
      {CANCELLED_NAME}
    </button>
  )
}
