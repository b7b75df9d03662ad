import { PenLine, Sparkles } from 'lucide-react'
import { TYPE } from '#contract/capsule.ts'
import { dailyTip } from '#contract/diary.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { questionOf } from './prompts.ts'
import { useDiariesLeft } from './useDiariesLeft.ts'
import { useWriteDiary } from './useWriteDiary.ts'
import styles from './WriteCard.module.css'

type Props = {
  now: number
  /** Whether today has no diary yet: its question and the reward for the day's first one are the button's words. */
  asks: boolean
}

/** Above the diaries, the way to a new one, with its cost. */
export function WriteCard({ now, asks }: Props) {
  const write = useWriteDiary({ asked: asks })
  return (
    <CardRow className={styles.card} end={<Cost />} onClick={() => void write()}>
      {asks ? <Asked now={now} /> : <b>写日记</b>}
    </CardRow>
  )
}

const Asked = ({ now }: { now: number }) => (
  <>
    <span className="muted">今天还没有写日记</span>
    <b className={styles.question}>{questionOf(now)}</b>
    <span className={`muted ${styles.reward}`}>
      <Sparkles size={14} strokeWidth={1.75} aria-hidden="true" />
      {dailyTip(new Date(now))}
    </span>
  </>
)

function Cost() {
  const left = useDiariesLeft()
  return (
    <span className={styles.cost}>
      <PenLine size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="hidden">，消耗</span>
      <span className={styles.one}>
        <CapsuleIcon colorIndex={0} type={TYPE.diary} size={20} />1
      </span>
      <span className="hidden">个日记胶囊{left}</span>
    </span>
  )
}
