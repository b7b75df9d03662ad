import { type ReactNode, type Ref, useState } from 'react'
import { dateText, openTimeText } from '#contract/time.ts'
import { knowTime } from '#web/client/knowTime.ts'
import { byBeijing } from '#web/ui/byBeijing.ts'
import { Card } from '#web/ui/Card.tsx'
import { DateTimeWheel } from './DateTimeWheel.tsx'
import { Line } from './Line.tsx'
import { notPast } from './notPast.ts'
import { QuickPicks } from './QuickPicks.tsx'

type Props = {
  /** `YYYY-MM-DD HH:mm:ss` in China time, or empty. */
  value: string
  /** Set while the date is required and still missing. */
  error?: string
  /** The date's line, to take the person there. */
  line?: Ref<HTMLButtonElement>
  onPick: (unsealDate: string) => void
  /** More lines of the same group. */
  children: ReactNode
}

/** When the capsule opens: the line that opens the wheels, and its shortcuts. */
export function UnsealDate({ value, error, line, onPick, children }: Props) {
  const [picking, setPicking] = useState(false)
  const [asDay, setAsDay] = useState('')
  return (
    <Card as="section" small>
      <Line
        ref={line}
        name="unsealDate"
        label="解封日期"
        value={value && byBeijing(value === asDay ? dateText(value) : openTimeText(value))}
        none="请选择"
        error={error}
        popup
        onClick={() => setPicking(true)}
      />
      <QuickPicks
        chosen={value}
        onPick={(picked, inYears) => {
          setAsDay(inYears ? picked : '')
          onPick(picked)
        }}
      />
      {children}
      <DateTimeWheel
        open={picking}
        onOpenChange={setPicking}
        start={value}
        onPick={async (picked) => {
          setPicking(false)
          await knowTime()
          onPick(notPast(picked))
        }}
      />
    </Card>
  )
}
