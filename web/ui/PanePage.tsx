import type { ReactNode } from 'react'
import { useMainButton } from './mainButton.ts'
import styles from './PanePage.module.css'

type Props = {
  title?: string
  form?: boolean
  mood: 'universe' | 'paper'
  right?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** A page beside the list it was chosen from: a sheet of its own mood, whose title comes after that of the list. */
export function PanePage({ title, form, mood, right, footer, children }: Props) {
  const foot = useMainButton(footer)
  return (
    <div className={styles.page} data-mood={mood} data-form={form ? '' : undefined}>
      {(title || right) && (
        <header className={styles.head}>
          {title && <h2 className={styles.title}>{title}</h2>}
          {right}
        </header>
      )}
      <div className={styles.content} data-fades="">
        {children}
      </div>
      {footer && (
        <div ref={foot} className={styles.footer}>
          {footer}
        </div>
      )}
    </div>
  )
}
