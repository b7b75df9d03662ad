import { Sparkles } from 'lucide-react'
import { dailyTip } from '#contract/diary.ts'
import { useCall } from '#web/client/api.ts'
import { nowDate } from '#web/ui/clock.ts'
import styles from './DailyTip.module.css'

/** The reward for the day's first diary, shown before it is written, and only then (specification 1). */
export function DailyTip() {
  const tasks = useCall('taskList', {}).data?.tasks
  if (tasks?.find(({ id }) => id === 'diary')?.done !== 0) return null
  return (
    <p className={`muted ${styles.tip}`}>
      <Sparkles size={16} strokeWidth={1.75} aria-hidden="true" />
      {dailyTip(nowDate())}
    </p>
  )
}
