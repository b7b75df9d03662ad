import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './OpenCapsule.module.css'

const LINES = ['100%', '94%', '98%', '70%']

export const DetailSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label="加载中...">
    <Skeleton width="60%" height={28} />
    <Skeleton height={120} />
    {LINES.map((width) => (
      <Skeleton key={width} width={width} height={18} />
    ))}
  </div>
)
