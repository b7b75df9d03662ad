import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownRecord as Record } from '#contract/social.ts'
import { accuracyText, countText, percentText, scoreText } from '#web/ui/format.ts'
import styles from './ShownRecord.module.css'

/** The outcome of somebody's predictions, when they show it. */
export const ShownRecord = ({ record: { sealed, opened, judged, hit_rate, brier } }: { record: Record }) => (
  <section className={styles.record} aria-label="预测战绩">
    <h2 className="muted">预测战绩</h2>
    <dl>
      <Part name="封存" value={countText(sealed)} />
      <Part name="解封" value={countText(opened)} />
      <Part name="判断" value={countText(judged)} />
      {hit_rate !== null && <Part name="命中率" value={percentText(hit_rate)} />}
      {brier !== null && <Part name="把握准不准" value={<Accuracy brier={brier} />} />}
    </dl>
  </section>
)

const Accuracy = ({ brier }: { brier: number }) => (
  <details className={styles.accuracy}>
    <summary>
      {accuracyText(brier)}
      <Info size={14} strokeWidth={1.75} aria-label="布里尔分数" />
    </summary>
    布里尔分数{scoreText(brier)}，0最好，每次都说50%是0.25
  </details>
)

const Part = ({ name, value }: { name: string; value: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
