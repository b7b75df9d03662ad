import { ChevronDown, Image } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TYPE } from '#contract/capsule.ts'
import { chinaMonth, monthText } from '#contract/time.ts'
import { now } from '#web/ui/clock.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import { MonthChoice } from './MonthChoice.tsx'
import styles from './OwnFilters.module.css'
import type { Wanted } from './ownSearch.ts'

const KINDS = [
  { type: TYPE.diary, name: '日记' },
  { type: TYPE.time, name: '时光胶囊' },
  { type: TYPE.forecast, name: '预测' },
] as const

type Props = { wanted: Wanted; onWant: (more: Partial<Wanted>) => void }

/** The filters of a search: the month of writing, the kind, with pictures only. A second press takes a filter off. */
export function OwnFilters({ wanted, onWant }: Props) {
  const [choosing, setChoosing] = useState(false)
  const { month, type, pictures } = wanted
  const choose = (month: string | undefined) => {
    setChoosing(false)
    onWant({ month })
  }
  return (
    <fieldset className={styles.filters}>
      <legend className="hidden">条件</legend>
      <button
        type="button"
        className={styles.filter}
        aria-haspopup="dialog"
        data-on={month ? '' : undefined}
        onClick={() => setChoosing(true)}
      >
        <span className="hidden">月份：</span>
        {month ? monthText(month) : '不限月份'}
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {KINDS.map((kind) => (
        <Filter key={kind.type} on={type === kind.type} onTurn={(on) => onWant({ type: on ? kind.type : undefined })}>
          {kind.name}
        </Filter>
      ))}
      <Filter on={pictures} onTurn={(on) => onWant({ pictures: on })}>
        <Image size={16} strokeWidth={1.75} aria-hidden="true" />
        有图片
      </Filter>
      <Sheet open={choosing} onOpenChange={setChoosing} title="写于哪个月">
        <MonthChoice month={month} current={chinaMonth(now())} onChosen={choose} />
      </Sheet>
    </fieldset>
  )
}

const Filter = ({ on, onTurn, children }: { on: boolean; onTurn: (on: boolean) => void; children: ReactNode }) => (
  <button
    type="button"
    className={styles.filter}
    aria-pressed={on}
    data-on={on ? '' : undefined}
    onClick={() => onTurn(!on)}
  >
    {children}
  </button>
)
