import { CONFIDENCE_MAX, CONFIDENCE_MIN } from '#contract/limits.ts'
import { Slider } from '#web/ui/Slider.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import styles from './Confidence.module.css'

/** Where the slider begins. */
const FIRST = 70

type Props = { value: number | undefined; onChange: (confidence: number | undefined) => void }

/** How sure one is of the conclusion; sealed with it, and only if one wants to. */
export const Confidence = ({ value, onChange }: Props) => (
  <div className={styles.confidence}>
    <Switch
      label="写下把握"
      hint="这个结论有多大可能成真？与内容一同封存"
      checked={value !== undefined}
      onChange={(says) => onChange(says ? FIRST : undefined)}
    />
    {value !== undefined && (
      <div className={styles.degree}>
        <Slider
          label="把握"
          value={value}
          min={CONFIDENCE_MIN}
          max={CONFIDENCE_MAX}
          step={1}
          valueText={(percent) => `${percent}%`}
          onChange={onChange}
        />
        <output className={styles.percent} aria-hidden="true">
          {value}%
        </output>
      </div>
    )}
  </div>
)
