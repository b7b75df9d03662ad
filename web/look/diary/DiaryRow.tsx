import { STATUS } from '#contract/capsule.ts'
import type { DiaryRow as Row } from '#contract/diary.ts'
import { isOrdinaryDiary } from '#web/capsule/detail/openDiary.ts'
import { Thumbnail } from '#web/capsule/media/Thumbnail.tsx'
import type { Refresh } from '#web/capsule/media/useHeld.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { choiceOf } from '#web/ui/useChoiceKeys.ts'
import { DiaryDate } from './DiaryDate.tsx'
import styles from './DiaryRow.module.css'
import { DiaryState } from './DiaryState.tsx'
import { DiaryWords } from './DiaryWords.tsx'

/** Twice the shown width, for dense screens. */
const THUMBNAIL_PX = 144

type Props = { row: Row; before: Row | undefined; refresh: Refresh; onOpen: (row: Row) => void; chosen?: boolean }

/** One diary across the page; of several of the same day only the first shows the day. */
export function DiaryRow({ row, before, refresh, onOpen, chosen }: Props) {
  const again = before?.date === row.date
  return (
    <button
      type="button"
      className={styles.row}
      data-day={row.date}
      onClick={() => onOpen(row)}
      {...(chosen !== undefined && choiceOf(chosen))}
    >
      <span className={styles.date}>
        <DiaryDate row={row} again={again} />
      </span>
      <CardRow as="span" small className={styles.sheet} end={<Mark row={row} refresh={refresh} />}>
        <DiaryWords row={row} />
        <DiaryState row={row} />
      </CardRow>
    </button>
  )
}

const Mark = ({ row, refresh }: Pick<Props, 'row' | 'refresh'>) =>
  isOrdinaryDiary(row) ? (
    <Thumbnail address={row.thumbnail} width={THUMBNAIL_PX} refresh={refresh} className={styles.picture} />
  ) : (
    <CapsuleIcon colorIndex={row.colorIndex} type={row.type} size={56} open={row.status === STATUS.unsealed} />
  )

export const DiaryRowSkeletons = ({ className }: { className: string | undefined }) => (
  <div className={className}>
    {[1, 2, 3, 4, 5].map((row) => (
      <div key={row} className={styles.row}>
        <Skeleton width={36} height={44} />
        <CardRow small className={styles.sheet}>
          <Skeleton width="72%" height={22} />
          <Skeleton height={14} />
          <Skeleton width="24%" height={14} />
        </CardRow>
      </div>
    ))}
  </div>
)
