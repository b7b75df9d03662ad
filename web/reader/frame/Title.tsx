import { type ReactNode, useEffect } from 'react'
import { useWords } from '../language.ts'
import styles from './Title.module.css'

/** The page's heading, and the window's name. */
export function Title({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  const { product } = useWords()
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        <h1>{title}</h1>
        {children}
      </div>
      {note && <p className="muted">{note}</p>}
    </div>
  )
}
