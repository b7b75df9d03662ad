import { CONTENT_TOO_LONG } from '#contract/content.ts'
import { CONTENT_MAX_CHARS } from '#contract/limits.ts'
import styles from './Editor.module.css'

/** Always there: quiet up to the limit, loud beyond it. */
export function EditorCounter({ count }: { count: number }) {
  const over = count > CONTENT_MAX_CHARS
  return (
    <p className={over ? styles.over : styles.count} role={over ? 'alert' : undefined}>
      {over && `${CONTENT_TOO_LONG}，`}
      {count}/{CONTENT_MAX_CHARS}
    </p>
  )
}
