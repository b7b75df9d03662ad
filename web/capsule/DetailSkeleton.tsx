import styles from './OpenCapsule.module.css'

const LINES = ['100%', '94%', '98%', '70%']

export const DetailSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label="加载中...">
    <i className={styles.skeletonTitle} />
    <i className={styles.skeletonLetter} />
    {LINES.map((width) => (
      <i key={width} style={{ width }} />
    ))}
  </div>
)
