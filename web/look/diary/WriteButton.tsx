import { PenLine } from 'lucide-react'
import { TYPE } from '#contract/capsule.ts'
import { useUser } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import styles from './DiaryList.module.css'
import { useWriteDiary } from './useWriteDiary.ts'

/** Leads to a new diary, and says its cost. */
export function WriteButton() {
  const write = useWriteDiary()
  const held = useUser().data?.user.diary_count
  return (
    <Button onClick={() => void write()}>
      <PenLine size={20} strokeWidth={1.75} aria-hidden="true" />
      <span>写日记</span>
      <span className={styles.cost}>
        <span className="hidden">，消耗</span>
        <CapsuleIcon colorIndex={0} type={TYPE.diary} size={22} />1
        <span className="hidden">个日记胶囊{held !== undefined && `，剩余${held}个`}</span>
      </span>
    </Button>
  )
}
