import styles from './Elsewhere.module.css'

/** Says that another tab writes the same document; for a new document the other text may be a different one. */
export const Elsewhere = ({ isNew }: { isNew: boolean }) => (
  <p role="status" className={`muted ${styles.elsewhere}`}>
    {isNew ? '另一个标签页中有正在写的内容' : '这篇内容正在另一个标签页中编辑'}
  </p>
)
