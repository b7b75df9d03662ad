import type { Forecast } from '#contract/forecast.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from './Prediction.module.css'

/** What was foretold beside how one believed it would end. Both are plain text, never HTML. */
export const Prediction = ({ content, comment }: Forecast) => (
  <div className={styles.sides}>
    <Side label="当时的预测" text={content} />
    <Side label="当时的结论" text={comment} />
  </div>
)

const Side = ({ label, text }: { label: string; text: string }) => (
  <Card as="section" small className={styles.side} aria-label={label}>
    <h3 className={`muted ${styles.label}`}>{label}</h3>
    <p className={styles.text}>{text}</p>
  </Card>
)
