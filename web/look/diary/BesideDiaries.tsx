import type { ReactNode } from 'react'
import { BlankDiary } from '#web/ui/drawings/BlankDiary.tsx'
import { Invitation, Panes } from '#web/ui/Panes.tsx'
import styles from './Calendar.module.css'
import { Calendar } from './Calendar.tsx'
import { ChosenDiary } from './ChosenDiary.tsx'

type Props = {
  chosen: string | undefined
  month: string
  current: string
  /** A month, or a day of one, was chosen. */
  onChosen: (month: string, day?: string) => void
  children: ReactNode
}

/** The diaries of a month, and beside them the calendar and the diary being read. */
export const BesideDiaries = ({ chosen, children, ...calendar }: Props) => (
  <Panes
    chosen={chosen}
    label="选中的日记"
    detail={chosen && <ChosenDiary id={chosen} />}
    invitation={<Invitation drawing={<BlankDiary />} text="选一篇日记，在这里读读那天" />}
    side={
      <section className={styles.beside} aria-label="日记日历">
        <Calendar {...calendar} beside />
      </section>
    }
  >
    {children}
  </Panes>
)
