import { lazy, Suspense, useState } from 'react'
import { QUICK_PICKS } from '#contract/seal.ts'
import { formatChina } from '#contract/time.ts'
import { knowTime } from '#web/client/knowTime.ts'
import { nowDate } from '#web/ui/clock.ts'
import picks from '#web/ui/Picks.module.css'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const LunarBirthday = lazy(() => import('./LunarBirthday.tsx').then((loaded) => ({ default: loaded.LunarBirthday })))
const Anniversary = lazy(() => import('./Anniversary.tsx').then((loaded) => ({ default: loaded.Anniversary })))
/** Days that ask which one first; the calendars they need come when they are wanted. */
const DAY_PICKERS = [
  { name: '农历生日', Picker: LunarBirthday },
  { name: '周年', Picker: Anniversary },
] as const

type Props = {
  chosen: string
  /** `asDay`: picked in years, and said as a day. */
  onPick: (unsealDate: string, asDay: boolean) => void
}

/** The moments that people pick most. */
export function QuickPicks({ chosen, onPick }: Props) {
  const [picked, setPicked] = useState({ name: '', date: '' })
  const isPicked = (name: string) => picked.name === name && picked.date === chosen
  const pick = (name: string, date: string, asDay = false) => {
    setPicked({ name, date })
    onPick(date, asDay)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of shortcuts, not a form group with a legend
    <div role="group" aria-label="快捷选择解封日期" className={picks.picks}>
      {QUICK_PICKS.map(({ name, from, ...said }) => (
        <button
          key={name}
          type="button"
          aria-pressed={isPicked(name)}
          onClick={() => void knowTime().then(() => pick(name, formatChina(from(nowDate())), 'inYears' in said))}
        >
          {name}
        </button>
      ))}
      <DayButtons isPicked={isPicked} onPick={pick} />
    </div>
  )
}

type DayButtonsProps = { isPicked: (name: string) => boolean; onPick: (name: string, date: string) => void }

function DayButtons({ isPicked, onPick }: DayButtonsProps) {
  const [open, setOpen] = useState(false)
  const [{ name, Picker }, setPicker] = useState<(typeof DAY_PICKERS)[number]>(DAY_PICKERS[0])
  return (
    <>
      {DAY_PICKERS.map((picker) => (
        <button
          key={picker.name}
          type="button"
          aria-haspopup="dialog"
          data-picked={isPicked(picker.name) || undefined}
          onClick={() => {
            setPicker(picker)
            setOpen(true)
          }}
        >
          {picker.name}
        </button>
      ))}
      <Sheet open={open} onOpenChange={setOpen} title={name}>
        <Suspense fallback={<Skeleton height={420} />}>
          <Picker
            onPick={(date) => {
              onPick(name, date)
              setOpen(false)
            }}
          />
        </Suspense>
      </Sheet>
    </>
  )
}
