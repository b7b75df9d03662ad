import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Intro.module.css'

type Props = { icon: LucideIcon; title: string; children: ReactNode }

/** The beginning of a page for something that few know: a sign, a line, and paragraphs on it. */
export const Intro = ({ icon: Icon, title, children }: Props) => (
  <section className={styles.intro}>
    <span className={styles.icon}>
      <Icon size={30} strokeWidth={1.75} aria-hidden="true" />
    </span>
    <h2>{title}</h2>
    {children}
  </section>
)
