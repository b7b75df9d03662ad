import type { ReactNode } from 'react'
import styles from './Empty.module.css'

/** Nothing here yet: a small drawing, what is not there, and the one thing to do next. */
export function Empty({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <svg width="152" height="120" viewBox="0 0 152 120" aria-hidden="true">
        <ellipse className={styles.orbit} cx="76" cy="66" rx="66" ry="24" transform="rotate(-14 76 66)" />
        <g transform="rotate(28 76 62)">
          <path className={styles.lid} d="M58 60V46a18 18 0 0 1 36 0v14z" />
          <path className={styles.body} d="M58 64h36v14a18 18 0 0 1-36 0z" />
          <path className={styles.shine} d="M64 55v-9a12 12 0 0 1 6-10" />
        </g>
        <circle className={styles.moon} cx="136" cy="44" r="5" />
        <path className={styles.star} d="m26 20 1.6 4.4L32 26l-4.4 1.6L26 32l-1.6-4.4L20 26l4.4-1.6z" />
        <path className={styles.star} d="m118 94 1.2 3.3 3.3 1.2-3.3 1.2-1.2 3.3-1.2-3.3-3.3-1.2 3.3-1.2z" />
        <circle className={styles.star} cx="44" cy="104" r="1.8" />
        <circle className={styles.star} cx="104" cy="14" r="1.6" />
      </svg>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  )
}
