import { PenLine } from 'lucide-react'
import { useScrolledFar } from '#web/ui/useScrolledFar.ts'
import styles from './DiaryList.module.css'
import { useDiariesLeft } from './useDiariesLeft.ts'
import { useWriteDiary } from './useWriteDiary.ts'

/** The way to a new diary at the thumb, once the card above the diaries is scrolled away. */
export function WritePen({ asks }: { asks: boolean }) {
  const write = useWriteDiary({ asked: asks })
  const left = useDiariesLeft()
  if (!useScrolledFar()) return null
  return (
    <button
      type="button"
      className={styles.pen}
      aria-label={`写日记，消耗1个日记胶囊${left}`}
      onClick={() => void write()}
    >
      <PenLine size={24} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
