import { lunarOf, lunarText } from '#contract/lunar.ts'
import { longDayText, parseChina, weekdayText } from '#contract/time.ts'
import { ChoiceList, ChoiceRow } from '#web/ui/Choices.tsx'
import styles from './DayPicker.module.css'
import type { DayPick } from './dayPicks.ts'

type Props = { picks: readonly DayPick[]; onPick: (openTime: string) => void }

/** The days to come that one may choose from, each by both calendars; the nearest is said when it changes. */
export function DayList({ picks, onPick }: Props) {
  const [next] = picks
  return (
    <>
      <p className={styles.summary} aria-live="polite">
        {next ? `最近一次 ${solarText(next.day)}` : '2120年之前没有这样的日子了，请换一个日期'}
      </p>
      {next && (
        <ChoiceList>
          {picks.map(({ name, day, openTime }) => (
            <ChoiceRow key={day} end={<i className={styles.name}>{name}</i>} onClick={() => onPick(openTime)}>
              <b className={styles.day}>{solarText(day)}</b>
              <small className={`muted ${styles.chinese}`}>{chineseText(day)}</small>
            </ChoiceRow>
          ))}
        </ChoiceList>
      )}
      <p className="muted">在当天的最后一刻解封，选好以后还可以改时间。</p>
    </>
  )
}

/** `2027年6月9日 星期三`. */
const solarText = (day: string): string => `${longDayText(day)} ${weekdayText(parseChina(day)!)}`

function chineseText(day: string): string {
  const lunar = lunarOf(day)
  return lunar ? `农历${lunarText(lunar)}` : ''
}
