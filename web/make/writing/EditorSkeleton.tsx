import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Editor.module.css'

const LINES = ['92%', '100%', '96%', '60%']

/** The shape of a page of text while the editor comes. */
export const EditorSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label="加载中...">
    {LINES.map((width) => (
      <Skeleton key={width} width={width} height={18} />
    ))}
  </div>
)
