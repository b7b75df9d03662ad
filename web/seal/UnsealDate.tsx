import { type ReactNode, useState } from 'react'
import { formatChina, parseChina } from '#contract/time.ts'
import { Card } from '#web/ui/Card.tsx'
import { DateTimeWheel } from './DateTimeWheel.tsx'
import { Line } from './Line.tsx'
import { notPast } from './notPast.ts'
import { QuickPicks } from './QuickPicks.tsx'

type Props = {
  /** `YYYY-MM-DD HH:mm:ss` in China time, or empty. */
  value: string
  /** It was asked for and is still missing. */
  wrong?: boolean
  onPick: (unsealDate: string) => void
  /** More lines of the same group. */
  children: ReactNode
}

/** When the capsule opens: the line that opens the wheels, and its shortcuts. */
export function UnsealDate({ value, wrong, onPick, children }: Props) {
  const [picking, setPicking] = useState(false)
  return (
    <Card as="section" small>
      <Line label="解封日期" value={value} none="请选择解封日期" wrong={wrong} popup onClick={() => setPicking(true)} />
      <QuickPicks chosen={value} onPick={onPick} />
      {children}
      <DateTimeWheel
        open={picking}
        onOpenChange={setPicking}
        start={parseChina(value)}
        onPick={(picked) => {
          onPick(notPast(formatChina(picked)))
          setPicking(false)
        }}
      />
    </Card>
  )
}
