import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { useId } from 'react'
import styles from './Switch.module.css'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  label: string
  hint?: string
  disabled?: boolean
}

/** A labelled on/off row; the whole row can be pressed. */
export function Switch({ checked, onChange, label, hint, disabled }: Props) {
  const id = useId()
  return (
    <label className={styles.row} htmlFor={id}>
      <span>
        {label}
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <BaseSwitch.Root
        id={id}
        className={styles.track}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        aria-label={label}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
    </label>
  )
}
