import { useState } from 'react'
import { chinaDay } from '#contract/time.ts'
import { nowDate } from '#web/ui/clock.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { DayList } from './DayList.tsx'
import styles from './DayPicker.module.css'
import { anniversaries, type Calendar } from './dayPicks.ts'
import { LunarWheels } from './LunarWheels.tsx'
import { SolarWheels } from './SolarWheels.tsx'

const CALENDARS = [
  { value: 'solar', label: '公历' },
  { value: 'lunar', label: '农历' },
] as const
const WHEELS = { solar: SolarWheels, lunar: LunarWheels }

/** A day worth remembering, by either calendar, and its anniversaries to come. */
export function Anniversary({ onPick }: { onPick: (openTime: string) => void }) {
  const [now] = useState(() => nowDate())
  const [calendar, setCalendar] = useState<Calendar>('solar')
  const [origin, setOrigin] = useState(() => chinaDay(now))
  const DayWheels = WHEELS[calendar]
  return (
    <div className={styles.picker}>
      <Tabs value={calendar} onChange={setCalendar} items={CALENDARS} label="按哪种历法">
        <DayWheels today={chinaDay(now)} start={origin} onChange={setOrigin} />
      </Tabs>
      <DayList picks={anniversaries(origin, calendar, now)} onPick={onPick} />
    </div>
  )
}
