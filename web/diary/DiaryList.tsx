import { useCallback, useState } from 'react'
import { DIARY_NONE } from '#contract/diary.ts'
import { chinaMonth, monthText } from '#contract/time.ts'
import { usePages } from '#web/api.ts'
import { TabPage } from '#web/shell/TabPage.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { useNow } from '#web/ui/useNow.ts'
import { CalendarSheet } from './CalendarSheet.tsx'
import { DailyTip } from './DailyTip.tsx'
import { DiaryCard, DiaryCardSkeletons } from './DiaryCard.tsx'
import { DiaryHead } from './DiaryHead.tsx'
import styles from './DiaryList.module.css'
import { DiaryRow, DiaryRowSkeletons } from './DiaryRow.tsx'
import { monthOf } from './month.ts'
import { ThisDay } from './ThisDay.tsx'
import { useColumns } from './useColumns.ts'
import { useScrollToDay } from './useScrollToDay.ts'
import { WriteButton } from './WriteButton.tsx'

const MINUTE_MS = 60_000

/** The diaries of one month; the month stands in the address, so that back finds it again. */
export function DiaryList() {
  const current = chinaMonth(useNow(MINUTE_MS))
  const month = monthOf(useQueryString().month, current)
  const [double, setDouble] = useColumns()
  const [choosing, setChoosing] = useState(false)
  const [day, setDay] = useState<string>()
  const diaries = usePages('diaryList', { date: month }, (page) => page.capsules.data)
  const arrived = useCallback(() => setDay(undefined), [])
  // The pictures' addresses are good for some minutes only.
  const refresh = () => diaries.refetch({ cancelRefetch: false })
  useScrollToDay(diaries, day?.startsWith(month) ? day : undefined, arrived)

  function show(next: string, on?: string) {
    setChoosing(false)
    setDay(on)
    if (next !== month) go('diaryList', { month: next === current ? '' : next }, { replace: true })
  }

  return (
    <TabPage documentTitle="日记">
      <div className={styles.column}>
        <DiaryHead month={month} double={double} onChoose={() => setChoosing(true)} onDouble={setDouble} />
        {month === current && <DailyTip />}
        {month === current && <ThisDay />}
        <EndlessList
          query={diaries}
          className={double ? styles.double : styles.single}
          label={`${monthText(month)}的日记`}
          render={(row, index) =>
            double ? (
              <DiaryCard row={row} refresh={refresh} />
            ) : (
              <DiaryRow row={row} before={diaries.data?.[index - 1]} refresh={refresh} />
            )
          }
          skeleton={
            double ? <DiaryCardSkeletons className={styles.double} /> : <DiaryRowSkeletons className={styles.single} />
          }
          empty={<Empty text={DIARY_NONE} />}
        />
        <div className={styles.write}>
          <WriteButton />
        </div>
      </div>
      <CalendarSheet month={month} current={current} open={choosing} onOpenChange={setChoosing} onChosen={show} />
    </TabPage>
  )
}
