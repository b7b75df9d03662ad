import { useWords } from '../language.ts'
import styles from './Title.module.css'

/** How far the files of a list have come, and which are not in the folder. */
export function Opening({ done, all, gone }: { done: number; all: number; gone: string[] }) {
  const words = useWords()
  return (
    <>
      <p role="status" className={done < all ? styles.note : undefined} aria-busy={done < all}>
        {done < all && (all > 1 ? words.comingOf(done, all) : words.coming)}
      </p>
      {gone.length > 0 && (
        <p className={styles.note}>{words.yearGone(gone.map((name) => `data/js/${name}.js`).join(' '))}</p>
      )}
    </>
  )
}
