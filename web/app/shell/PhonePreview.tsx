import { House, Plus, UserRound } from 'lucide-react'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { capsuleColour } from '#web/ui/capsuleColour.ts'
import styles from './PhonePreview.module.css'

const FIELD = [
  { colour: 0, type: 0, title: '写给三十岁的自己', date: '2026/05/20' },
  { colour: 2, type: 0, title: '第一次看见海', date: '2026/07/11' },
  { colour: 3, type: 0, title: '毕业那天的合唱', date: '2026/06/18' },
  { colour: 4, type: 0, title: '外婆的桂花糕', date: '2026/09/27' },
] as const

/** Two screens of the app, drawn: the field at night, and the paper one writes on. */
export function PhonePreview() {
  return (
    <div className={styles.pair} aria-hidden="true">
      <div className={`${styles.phone} ${styles.behind}`} data-mood="paper">
        <div className={styles.paper}>
          <b>文字胶囊</b>
          <p>今天傍晚下了一场雨，我们在便利店门口等它停。你说十年以后还要一起躲雨。</p>
          <p className={styles.more}>我把这句话放进胶囊里，等那一天拿给你看。</p>
          <i className={styles.caret} />
          <span className={styles.pill}>完成封存</span>
        </div>
      </div>
      <div className={`${styles.phone} ${styles.front}`} data-mood="universe">
        <div className={styles.night}>
          <b>胶囊宇宙</b>
          <div className={styles.grid}>
            {FIELD.map(({ colour, type, title, date }) => (
              <div key={title} className={styles.capsule} style={capsuleColour(colour)}>
                <CapsuleIcon colorIndex={colour} type={type} size={40} open />
                <span>{title}</span>
                <small>{date}</small>
              </div>
            ))}
          </div>
          <div className={styles.tabs}>
            <House size={20} strokeWidth={1.75} />
            <i className={styles.disc}>
              <Plus size={20} strokeWidth={1.75} />
            </i>
            <UserRound size={20} strokeWidth={1.75} />
          </div>
        </div>
      </div>
    </div>
  )
}
