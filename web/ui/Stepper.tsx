import { NumberField } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './Stepper.module.css'

const WHOLE = { maximumFractionDigits: 0 }

type Props = {
  label: string
  value: number
  max: number
  onChange: (value: number) => void
  /** Under the label; at the bound it says why there is no more. */
  hint: ReactNode
}

/** A whole number from 0 to `max`, by its buttons, by arrow keys, or typed. */
export function Stepper({ label, value, max, onChange, hint }: Props) {
  const id = useId()
  const described = { 'aria-describedby': `${id}-hint` }
  return (
    <NumberField.Root
      id={id}
      className={styles.row}
      value={value}
      min={0}
      max={max}
      format={WHOLE}
      onValueChange={(next) => onChange(next ?? 0)}
    >
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-hint`} className="muted">
          {hint}
        </span>
      </div>
      <NumberField.Group className={styles.group}>
        <NumberField.Decrement className={styles.button} aria-label={`减少${label}`}>
          <Minus size={20} strokeWidth={1.75} aria-hidden="true" />
        </NumberField.Decrement>
        <NumberField.Input className={styles.input} aria-roledescription="数量" inputMode="numeric" {...described} />
        <NumberField.Increment className={styles.button} aria-label={`增加${label}`} {...described}>
          <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  )
}
