import { PenLine, Sparkles } from 'lucide-react'
import { dailyTip } from '#contract/diary.ts'
import { CardRow } from '#web/ui/Card.tsx'
import styles from './DayPrompt.module.css'
import { questionOf } from './prompts.ts'
import { useWriteDiary } from './useWriteDiary.ts'

/** Until today has a diary: a question to begin it with, and the reward for the day's first one. */
export function DayPrompt({ now }: { now: number }) {
  const write = useWriteDiary({ asked: true })
  return (
    <CardRow
      className={styles.card}
      end={<PenLine size={20} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => void write()}
    >
      <span className="muted">今天还没有写日记</span>
      <b className={styles.question}>{questionOf(now)}</b>
      <span className={`muted ${styles.reward}`}>
        <Sparkles size={14} strokeWidth={1.75} aria-hidden="true" />
        {dailyTip(new Date(now))}
      </span>
    </CardRow>
  )
}
