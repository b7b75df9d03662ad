import styles from './Picks.module.css'
import rows from './Rows.module.css'

type Props<Value extends string> = {
  title: string
  /** Each choice by its words, in their order. */
  picks: Record<Value, string>
  chosen: Value
  onPick: (value: Value) => void
}

/** One of a few, by their words, side by side. */
export function Picks<Value extends string>({ title, picks, chosen, onPick }: Props<Value>) {
  return (
    <fieldset className={styles.group}>
      <legend className={`muted ${rows.heading}`}>{title}</legend>
      <div className={styles.picks}>
        {(Object.entries(picks) as [Value, string][]).map(([value, name]) => (
          <button key={value} type="button" aria-pressed={chosen === value} onClick={() => onPick(value)}>
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
