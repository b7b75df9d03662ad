import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import styles from './Choices.module.css'
import rows from './Rows.module.css'

/** More than these stand in rows of four. */
const MOST_IN_A_ROW = 3

export type Choice<Value extends string> = { value: Value; name: string; picture: ReactNode }

type Props<Value extends string> = {
  title: string
  choices: readonly Choice<Value>[]
  chosen: string
  onChoose: (value: Value) => void
  /** Another way to a thing of one's own, after the choices. */
  more?: ReactNode
  /** In a sheet, whose title says it already. */
  inSheet?: boolean
}

/** One of a few things, each with its picture. */
export function Choices<Value extends string>({ title, choices, chosen, onChoose, more, inSheet }: Props<Value>) {
  const many = choices.length > MOST_IN_A_ROW
  const columns = { '--columns': many ? 4 : choices.length } as CSSProperties
  return (
    <fieldset className={styles.group}>
      <legend className={inSheet ? 'hidden' : `muted ${rows.heading}`}>{title}</legend>
      <div className={styles.tiles} style={columns} data-many={many || undefined} data-in-sheet={inSheet || undefined}>
        {choices.map(({ value, name, picture }) => (
          <label key={value} className={styles.tile}>
            <input
              type="radio"
              name={title}
              className="hidden"
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            {picture}
            <span>{name}</span>
          </label>
        ))}
        {more}
      </div>
    </fieldset>
  )
}

/** Choices by their words, one below another, for a sheet. */
export const ChoiceList = ({ children }: { children: ReactNode }) => <ul className={styles.list}>{children}</ul>

type RowProps = Omit<ComponentProps<'button'>, 'type' | 'className'> & { end?: ReactNode }

/** One of them; `end` says more about it. */
export const ChoiceRow = ({ children, end, ...button }: RowProps) => (
  <li>
    <button type="button" {...button} className={styles.choice}>
      <span>{children}</span>
      {end}
    </button>
  </li>
)
