import { ArchiveRestore, ChevronDown, Columns2, Search } from 'lucide-react'
import { TYPE } from '#contract/capsule.ts'
import { monthText } from '#contract/time.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { go } from '#web/ui/location.ts'
import styles from './DiaryHead.module.css'

type Props = {
  month: string
  double: boolean
  /** Opens the calendar, where none stands beside the list. */
  onChoose: (() => void) | undefined
  onDouble: (double: boolean) => void
}

/** The shown month, which leads to the calendar; the ways to the deleted diaries and to the other layout of the list. */
export function DiaryHead({ month, double, onChoose, onDouble }: Props) {
  return (
    <header className={styles.head}>
      <h1>
        {onChoose ? (
          <button type="button" className={styles.month} aria-haspopup="dialog" onClick={onChoose}>
            {monthText(month)}
            <ChevronDown size={22} strokeWidth={1.75} aria-hidden="true" />
            <span className="hidden">，选择月份</span>
          </button>
        ) : (
          <span className={styles.month}>{monthText(month)}</span>
        )}
      </h1>
      <div className={styles.ways}>
        <IconButton label="搜索日记" icon={Search} onClick={() => go('ownSearch', { type: String(TYPE.diary) })} />
        <IconButton label="最近删除" icon={ArchiveRestore} onClick={() => go('deletedDiaries')} />
        <IconButton label="双列显示" icon={Columns2} aria-pressed={double} onClick={() => onDouble(!double)} />
      </div>
    </header>
  )
}
