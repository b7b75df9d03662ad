import type { CSSProperties } from 'react'
import { CONFIDENCE_MAX, CONFIDENCE_MIN } from '#contract/limits.ts'
import { Switch } from '#web/ui/Switch.tsx'
import styles from './Confidence.module.css'

/** The slider's first value, in percent. */
const FIRST = 70

type Props = { value: number | undefined; onChange: (confidence: number | undefined) => void }

/** How sure the owner is of the conclusion; optional, and sealed with it. */
export const Confidence = ({ value, onChange }: Props) => (
  <div className={styles.confidence}>
    <Switch
      label="写下把握"
      hint="这个结论有多大可能成真？与内容一同封存"
      checked={value !== undefined}
      onChange={(says) => onChange(says ? FIRST : undefined)}
    />
    {value !== undefined && <Degree value={value} onChange={onChange} />}
  </div>
)

/** The browser's own slider: the kit's would cost this page seven kilobytes. */
const Degree = ({ value, onChange }: { value: number; onChange: (confidence: number) => void }) => (
  <div className={styles.degree}>
    <input
      type="range"
      className={styles.slider}
      style={{ '--share': (value - CONFIDENCE_MIN) / (CONFIDENCE_MAX - CONFIDENCE_MIN) } as CSSProperties}
      aria-label="把握"
      aria-valuetext={`${value}%`}
      min={CONFIDENCE_MIN}
      max={CONFIDENCE_MAX}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
    <output className={styles.percent} aria-hidden="true">
      {value}%
    </output>
  </div>
)
