import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './OpenCapsule.module.css'

const LINES = ['100%', '94%', '98%', '70%']

export const DetailSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label="加载中...">
    <Skeleton width="60%" height={28} />
    <span className={styles.by}>
      <Skeleton width={40} height={40} round />
      <span className={styles.author}>
        <Skeleton width="36%" height={18} />
        <Skeleton width="64%" height={14} />
      </span>
      <Skeleton width={48} height={24} round />
    </span>
    <Skeleton height={120} />
    {LINES.map((width) => (
      <Skeleton key={width} width={width} height={18} />
    ))}
  </div>
)
