import { useState } from 'react'
import { lunarDayName, lunarMonthName, lunarOf } from '#contract/lunar.ts'
import { chinaDay } from '#contract/time.ts'
import { nowDate } from '#web/ui/clock.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { DayList } from './DayList.tsx'
import styles from './DayPicker.module.css'
import { type Birthday, lunarBirthdays } from './dayPicks.ts'
import { Wheel } from './Wheel.tsx'
import { Wheels } from './Wheels.tsx'

/** A birthday by the Chinese calendar, and the years in which to open. */
export function LunarBirthday({ onPick }: { onPick: (openTime: string) => void }) {
  const [now] = useState(() => nowDate())
  const [birthday, setBirthday] = useState<Birthday>(() => ({ ...dateNow(now), leap: false }))
  const change = (patch: Partial<Birthday>) => setBirthday({ ...birthday, ...patch })
  return (
    <div className={styles.picker}>
      <Wheels columns="1fr 1fr">
        <Wheel
          unit="月"
          from={1}
          to={12}
          value={birthday.month}
          nameOf={(month) => lunarMonthName({ month, leap: birthday.leap })}
          onChange={(month) => change({ month })}
        />
        <Wheel
          unit="日"
          from={1}
          to={30}
          value={birthday.day}
          nameOf={lunarDayName}
          onChange={(day) => change({ day })}
        />
      </Wheels>
      <Switch
        label="生在闰月"
        hint="没有这个闰月的年份，在同名的平月过；没有三十的月份，在廿九过。"
        checked={birthday.leap}
        onChange={(leap) => change({ leap })}
      />
      <DayList picks={lunarBirthdays(birthday, now)} onPick={onPick} />
    </div>
  )
}

const dateNow = (now: Date) => lunarOf(chinaDay(now)) ?? { month: 1, day: 1 }
