import { useState } from 'react'
import { QUICK_PICKS } from '#contract/seal.ts'
import { formatChina } from '#contract/time.ts'
import styles from './Seal.module.css'

type Props = { chosen: string; onPick: (unsealDate: string) => void }

/** The moments that people pick most. */
export function QuickPicks({ chosen, onPick }: Props) {
  const [picked, setPicked] = useState({ name: '', date: '' })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of shortcuts, not a form group with a legend
    <div role="group" aria-label="快捷选择解封日期" className={styles.picks}>
      {QUICK_PICKS.map(({ name, from }) => (
        <button
          key={name}
          type="button"
          aria-pressed={picked.name === name && picked.date === chosen}
          onClick={() => {
            const date = formatChina(from(new Date()))
            setPicked({ name, date })
            onPick(date)
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
