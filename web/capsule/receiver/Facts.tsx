import { colorIndex, TYPE } from '#contract/capsule.ts'
import { fromText, type Waiting } from '#contract/receiver.ts'
import { formatChina, longDayText, momentText, openTimeText } from '#contract/time.ts'
import { TimeLeft } from '#web/capsule/detail/TimeLeft.tsx'
import { byBeijing } from '#web/ui/byBeijing.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { useNow } from '#web/ui/useNow.ts'
import styles from './WaitingCapsule.module.css'

/** All that is known of a waiting capsule: from whom and for whom, since when and until when, and its title where its sender shows it. */
export function Facts({ capsule }: { capsule: Waiting }) {
  const { capsule_id, from, name, title, sealed_at, open_time } = capsule
  const now = useNow(1_000)
  const isDue = open_time <= formatChina(now)
  return (
    <div className={styles.centre}>
      <span className={styles.floating}>
        <CapsuleIcon colorIndex={colorIndex(Number(capsule_id))} type={TYPE.time} size={136} />
      </span>
      <p className={styles.text}>{fromText(from)}</p>
      <h2 className={styles.title}>给{name}</h2>
      {title && <p className={styles.title}>《{title}》</p>}
      <p className={`muted ${styles.period}`}>
        <span>{momentText(sealed_at)} 封存 –</span> <span>{byBeijing(openTimeText(open_time))}打开</span>
      </p>
      {!isDue && <TimeLeft moment={open_time} now={now} />}
      <p className={styles.text}>
        {isDue ? '已到解封时间，收下就可以打开。' : `收下后，${longDayText(open_time)}我们会告诉你，由你自己打开。`}
      </p>
    </div>
  )
}
