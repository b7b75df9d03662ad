import { X } from 'lucide-react'
import { TYPE_KIND } from '#contract/capsule.ts'
import type { ThisDayRow } from '#contract/diary.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { toastError, usePages, useUser } from '#web/api.ts'
import { isOrdinaryDiary, openDiary } from '#web/capsule/openDiary.ts'
import { useChangeUser } from '#web/profile/useChangeUser.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './ThisDay.module.css'

/** How many are shown before 更多. */
const SHOWN = 2

/** 那年今日: what was written on this day in earlier years, for those who like to be reminded. */
export function ThisDay() {
  const wanted = useUser().data?.user.show_this_day === 1
  return wanted ? <Memories /> : undefined
}

/** Nothing at all while it is not known whether there is anything. */
function Memories() {
  const memories = usePages('diaryThisDay', { pageSize: SHOWN }, (page) => page.capsules.data)
  const change = useChangeUser('userInfoUpdate', '已关闭，可在设置中重新打开')
  const readOn = async () => {
    const { error } = await memories.fetchNextPage()
    if (error) toastError(error)
  }
  if (!memories.data?.length) return undefined
  return (
    <section className={styles.card} aria-labelledby="this-day">
      <header className={styles.head}>
        <h2 id="this-day">那年今日</h2>
        <IconButton
          label="不再显示那年今日"
          icon={X}
          size={20}
          aria-disabled={change.isPending || undefined}
          onClick={() => !change.isPending && change.mutate({ show_this_day: 0 })}
        />
      </header>
      <ul>
        {memories.data.map((row) => (
          <li key={row.id}>
            <Memory row={row} />
          </li>
        ))}
      </ul>
      {memories.hasNextPage && (
        <Button kind="quiet" busy={memories.isFetchingNextPage} onClick={() => void readOn()}>
          更多
        </Button>
      )}
    </section>
  )
}

const Memory = ({ row }: { row: ThisDayRow }) => (
  <button type="button" className={styles.memory} onClick={() => openDiary(row)}>
    <span className={styles.years}>{row.years}年前的今天</span>
    <span className={styles.kind}>{kindText(row)}</span>
    <b className={styles.title}>{row.title}</b>
  </button>
)

const kindText = (row: ThisDayRow): string => (isOrdinaryDiary(row) ? '日记' : KIND_NAME[TYPE_KIND[row.type]])
