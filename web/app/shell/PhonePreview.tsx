import { House, Plus, UserRound } from 'lucide-react'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { capsuleColour } from '#web/ui/capsuleColour.ts'
import styles from './PhonePreview.module.css'

/** Capsules on the sphere: how far from its left and its top in percent, how large in pixels, and the titles of the near ones; far ones are drops, which keep the page of HTML small. */
const SPHERE = [
  { at: [38, 12], size: 20, colour: 2 },
  { at: [20, 20], size: 26, colour: 4 },
  { at: [82, 46], size: 22, colour: 3 },
  { at: [12, 50], size: 18, colour: 1 },
  { at: [66, 22], size: 34, colour: 2, title: '第一次看见海' },
  { at: [74, 76], size: 28, colour: 1 },
  { at: [27, 70], size: 36, colour: 3, title: '毕业那天的合唱' },
  { at: [48, 43], size: 50, colour: 0, title: '写给三十岁的自己' },
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
          <div className={styles.sphere}>
            {SPHERE.map(({ at: [left, top], size, colour, ...near }) => (
              <div
                key={left}
                className={styles.capsule}
                style={{ left: `${left}%`, top: `${top}%`, opacity: 0.3 + size / 70 }}
              >
                {'title' in near ? (
                  <>
                    <CapsuleIcon colorIndex={colour} type={0} size={size} />
                    <span>{near.title}</span>
                  </>
                ) : (
                  <i className={styles.far} style={{ ...capsuleColour(colour), height: size }} />
                )}
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
