import { STATUS } from '#contract/capsule.ts'
import type { DiaryRow } from '#contract/diary.ts'
import { isOrdinaryDiary } from '#web/capsule/detail/openDiary.ts'
import { Thumbnail } from '#web/capsule/media/Thumbnail.tsx'
import type { Refresh } from '#web/capsule/media/useHeld.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { choiceOf } from '#web/ui/useChoiceKeys.ts'
import styles from './DiaryCard.module.css'
import { DiaryDate } from './DiaryDate.tsx'
import { DiaryState } from './DiaryState.tsx'
import { DiaryWords } from './DiaryWords.tsx'

/** Twice the shown width, for dense screens. */
const PICTURE_PX = 640

type Props = { row: DiaryRow; refresh: Refresh; onOpen: (row: DiaryRow) => void; chosen?: boolean }

/** One diary of the list in two columns. */
export function DiaryCard({ row, refresh, onOpen, chosen }: Props) {
  return (
    <Card
      small
      className={styles.card}
      data-day={row.date}
      onClick={() => onOpen(row)}
      {...(chosen !== undefined && choiceOf(chosen))}
    >
      {isOrdinaryDiary(row) && (
        <Thumbnail address={row.thumbnail} width={PICTURE_PX} refresh={refresh} className={styles.picture} />
      )}
      <span className={styles.head}>
        <DiaryDate row={row} />
        {!isOrdinaryDiary(row) && (
          <CapsuleIcon colorIndex={row.colorIndex} type={row.type} size={44} open={row.status === STATUS.unsealed} />
        )}
      </span>
      <DiaryWords row={row} />
      <DiaryState row={row} />
    </Card>
  )
}

export const DiaryCardSkeletons = ({ className }: { className: string | undefined }) => (
  <div className={className}>
    <Skeletons count={6} height={176} />
  </div>
)
