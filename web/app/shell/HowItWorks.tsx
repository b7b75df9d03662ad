import type { ReactNode } from 'react'
import { Comes, Seals, Writes } from '#web/ui/drawings/Story.tsx'
import styles from './HowItWorks.module.css'

type Step = { picture: ReactNode; name: string; text: string }

const STEPS: readonly Step[] = [
  { picture: <Writes />, name: '写下来', text: '一段话、一篇日记、几张照片、一段视频，或者一个对未来的预测。' },
  { picture: <Seals />, name: '封存到那一天', text: '选一个日子，三十天后，或者十年以后。封上，谁也看不到。' },
  { picture: <Comes />, name: '那天，打开它', text: '时间到了，我们来叫你。你，还有你想告诉的人。' },
]

/** How it goes, in three pictures. */
export const HowItWorks = () => (
  <section className={styles.part} aria-labelledby="how">
    <h2 id="how">三步，把今天交给那一天</h2>
    <ol className={styles.steps}>
      {STEPS.map(({ picture, name, text }) => (
        <li key={name}>
          {picture}
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </section>
)
