import { useCallback, useState } from 'react'
import { DIARY_NONE, type DiaryRow as Diary } from '#contract/diary.ts'
import { href } from '#contract/pages.ts'
import { chinaDay, chinaMonth, monthText } from '#contract/time.ts'
import { openDiary } from '#web/capsule/detail/openDiary.ts'
import { usePages } from '#web/client/api.ts'
import { useCopy } from '#web/client/offline/useCopy.ts'
import { isDiary, WaitingList } from '#web/draft/offline/WaitingList.tsx'
import { CopyMark } from '#web/ui/CopyMark.tsx'
import { BlankDiary } from '#web/ui/drawings/BlankDiary.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { TabPage } from '#web/ui/TabPage.tsx'
import { useChoice } from '#web/ui/useChoice.ts'
import { useNow } from '#web/ui/useNow.ts'
import { BesideDiaries } from './BesideDiaries.tsx'
import { CalendarSheet } from './CalendarSheet.tsx'
import { ChosenDiary } from './ChosenDiary.tsx'
import { DiaryCard, DiaryCardSkeletons } from './DiaryCard.tsx'
import { DiaryHead } from './DiaryHead.tsx'
import styles from './DiaryList.module.css'
import { DiaryRow, DiaryRowSkeletons } from './DiaryRow.tsx'
import { monthOf } from './month.ts'
import { ThisDay } from './ThisDay.tsx'
import { useColumns } from './useColumns.ts'
import { useScrollToDay } from './useScrollToDay.ts'
import { useThisDay } from './useThisDay.ts'
import { WriteCard } from './WriteCard.tsx'
import { WritePen } from './WritePen.tsx'

const MINUTE_MS = 60_000

/** The diaries of one month; the month stands in the address, so that back finds it again. */
export function DiaryList() {
  const now = useNow(MINUTE_MS)
  const current = chinaMonth(now)
  const asked = useQueryString().month
  const month = monthOf(asked, current)
  const { wide, chosen, choose } = useChoice('diaryList', 'id')
  const [double, setDouble] = useColumns()
  const [choosing, setChoosing] = useState(false)
  const [day, setDay] = useState<string>()
  const { query, copiedAt } = useCopy(
    'month',
    month,
    usePages('diaryList', { date: month }, (page) => page.capsules.data),
  )
  const { waiting, memories } = useThisDay(month === current, !query.isPending)
  // The memories above the list appear together with it, so that nothing moves the list afterwards.
  const diaries = { ...query, data: waiting ? undefined : query.data }
  // A copy does not know what was written elsewhere meanwhile.
  const unwritten =
    month === current && copiedAt === undefined && diaries.data?.every(({ date }) => date !== chinaDay(now)) === true
  // Without an answer one can write all the same.
  const coming = diaries.data === undefined && query.failureCount === 0 && query.fetchStatus !== 'paused'
  const arrived = useCallback(() => setDay(undefined), [])
  // The pictures' addresses are good for some minutes only.
  const refresh = () => diaries.refetch({ cancelRefetch: false })
  useScrollToDay(diaries, day?.startsWith(month) ? day : undefined, arrived)

  function show(next: string, on?: string) {
    setChoosing(false)
    setDay(on)
    if (next !== month) go('diaryList', { month: next === current ? '' : next }, { replace: true })
  }

  const open = (row: Parameters<typeof openDiary>[0]) => (wide ? choose({ month: asked, id: row.id }) : openDiary(row))
  const rowOf = (row: Diary) => ({ row, refresh, onOpen: open, chosen: wide ? row.id === chosen : undefined })
  if (chosen && !wide) return <ChosenDiary id={chosen} />

  const list = (
    <div className={styles.column}>
      <DiaryHead
        month={month}
        double={double}
        onChoose={wide ? undefined : () => setChoosing(true)}
        onDouble={setDouble}
      />
      <CopyMark at={copiedAt} />
      <WaitingList label="等待保存的日记" shows={isDiary} />
      {!coming && <WriteCard now={now} asks={unwritten} />}
      {diaries.data && memories && <ThisDay memories={memories} onOpen={open} />}
      <EndlessList
        query={diaries}
        className={double ? styles.double : styles.single}
        label={`${monthText(month)}的日记`}
        render={(row, index) =>
          double ? <DiaryCard {...rowOf(row)} /> : <DiaryRow {...rowOf(row)} before={diaries.data?.[index - 1]} />
        }
        skeleton={
          double ? <DiaryCardSkeletons className={styles.double} /> : <DiaryRowSkeletons className={styles.single} />
        }
        empty={<Empty text={DIARY_NONE} drawing={<BlankDiary />} action={<FromElsewhere />} />}
      />
      <div className={styles.write}>
        <WritePen asks={unwritten} />
      </div>
    </div>
  )
  const calendar = { month, current, onChosen: show }
  return (
    <TabPage documentTitle="日记" panes={wide}>
      {wide ? (
        <BesideDiaries chosen={chosen} {...calendar}>
          {list}
        </BesideDiaries>
      ) : (
        list
      )}
      <CalendarSheet open={choosing} onOpenChange={setChoosing} {...calendar} />
    </TabPage>
  )
}

/** For who has diaries already, only not here. */
const FromElsewhere = () => (
  <a className={styles.elsewhere} href={href('moveIn')}>
    把从前的日记搬进来
  </a>
)
