import { TEXT } from '#contract/codes.ts'
import { Skeleton } from './Skeleton.tsx'
import styles from './Waiting.module.css'

/** Stands in while a page's code is on its way. */
export function Waiting() {
  return (
    <main className={styles.waiting} aria-busy="true">
      <span className="hidden">{TEXT.loading}</span>
      <Skeleton width="40%" height={24} />
      <Skeleton height={120} />
      <Skeleton />
      <Skeleton width="70%" />
    </main>
  )
}
