import type { Forecast } from '#contract/forecast.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from './Prediction.module.css'

/** `confidence`: how sure the owner was, if they said so. */
type Props = Forecast & { confidence: number | undefined }

/** The prediction beside the conclusion its owner expected. Both are plain text, never HTML. */
export const Prediction = ({ content, comment, confidence }: Props) => (
  <div className={styles.sides}>
    <Side label="当时的预测" text={content} />
    <Side label="当时的结论" text={comment} note={confidence === undefined ? undefined : `把握${confidence}%`} />
  </div>
)

const Side = ({ label, text, note }: { label: string; text: string; note?: string | undefined }) => (
  <Card as="section" small className={styles.side} aria-label={label}>
    <h3 className={`muted ${styles.label}`}>
      {label}
      {note && <span>{note}</span>}
    </h3>
    <p className={styles.text}>{text}</p>
  </Card>
)
