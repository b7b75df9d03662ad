import { useEffect } from 'react'
import { DELETED_HINT, DELETED_NONE, daysLeft, isGone } from '#contract/deleted.ts'
import type { DeletedRow } from '#contract/diary.ts'
import { dateText } from '#contract/time.ts'
import { usePages, useSend } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { CardRow, CardSkeletons } from '#web/ui/Card.tsx'
import { BlankDiary } from '#web/ui/drawings/BlankDiary.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { useStayingFocus } from '#web/ui/useStayingFocus.ts'
import styles from './DeletedDiaries.module.css'
import { DiaryWords } from './DiaryWords.tsx'

const MINUTE_MS = 60_000

/** The diaries deleted in the last days, and the way to restore them. */
export function DeletedDiaries() {
  const now = useNow(MINUTE_MS)
  const diaries = usePages('deletedDiaries', {}, (page) => page.capsules.data)
  const { data, refetch } = diaries
  const count = data?.length
  // The page may have been open since before a diary's last day; the server's clock says whether that day has come.
  const isOver = data?.some((row) => isGone(row.gone_at, now))
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again each minute, should this device's clock be ahead
  useEffect(() => {
    if (isOver) void refetch()
  }, [isOver, now, refetch])
  return (
    <Page title="最近删除" back>
      {Boolean(count) && <p className={`muted ${styles.hint}`}>{DELETED_HINT}</p>}
      <section aria-label="删除的日记" {...useStayingFocus(data)}>
        <EndlessList
          className={styles.list}
          label="最近删除"
          query={diaries}
          render={(row) => <Deleted row={row} now={now} />}
          skeleton={<CardSkeletons count={4} size={0} small className={styles.list} />}
          empty={
            <Empty
              text={DELETED_NONE}
              drawing={<BlankDiary />}
              action={<Button onClick={() => go('diaryList', {}, { replace: true })}>返回日记</Button>}
            />
          }
        />
      </section>
    </Page>
  )
}

function Deleted({ row, now }: { row: DeletedRow; now: number }) {
  const restore = useSend('restoreDiary', { onSuccess: () => toast('已恢复') })
  const date = dateText(row.date)
  return (
    <CardRow
      as="article"
      small
      end={
        <Button
          kind="quiet"
          busy={restore.isPending}
          label={`恢复${date}的日记「${row.title}」`}
          onClick={() => restore.mutate({ capsule_id: row.id })}
        >
          恢复
        </Button>
      }
    >
      <span className={`muted ${styles.facts}`}>
        <span>
          {date} {row.week}
        </span>
        <span className={styles.left}>还剩{daysLeft(row.gone_at, now)}天</span>
      </span>
      <DiaryWords row={row} />
    </CardRow>
  )
}
