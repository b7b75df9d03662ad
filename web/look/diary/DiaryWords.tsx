import type { DiaryRow } from '#contract/diary.ts'
import styles from './DiaryWords.module.css'
import { wordsOf } from './words.ts'

/** A diary's title and its first words, each cut where its lines end. */
export function DiaryWords({ row }: { row: Pick<DiaryRow, 'title' | 'excerpt'> }) {
  const { title, text } = wordsOf(row)
  return (
    <span className={styles.words}>
      {title && <b className={styles.title}>{title}</b>}
      {text && <span className={styles.text}>{text}</span>}
    </span>
  )
}
