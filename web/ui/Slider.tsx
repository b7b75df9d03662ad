import { Slider as BaseSlider } from '@base-ui/react/slider'
import styles from './Slider.module.css'

type Props = {
  label: string
  value: number
  max: number
  step: number
  onChange: (value: number) => void
  /** The value as it is said: `4个`. */
  valueText: (value: number) => string
  disabled?: boolean
}

/** A number from 0 to `max` in steps, by a finger or by arrow keys. */
export function Slider({ label, value, max, step, onChange, valueText, disabled }: Props) {
  return (
    <BaseSlider.Root
      className={styles.slider}
      value={value}
      // A track of no length has no place on it.
      max={Math.max(max, step)}
      step={step}
      disabled={disabled}
      onValueChange={(next) => onChange(next)}
    >
      <BaseSlider.Control className={styles.control}>
        <BaseSlider.Track className={styles.track}>
          <BaseSlider.Indicator className={styles.indicator} />
          <BaseSlider.Thumb
            className={styles.thumb}
            getAriaLabel={() => label}
            getAriaValueText={(_text, now) => valueText(now)}
          />
        </BaseSlider.Track>
      </BaseSlider.Control>
    </BaseSlider.Root>
  )
}
