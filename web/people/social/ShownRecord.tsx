import type { ShownRecord as Record } from '#contract/social.ts'
import { countText, percentText, scoreText } from '#web/ui/format.ts'
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
      {brier !== null && <Part name="布里尔分数" value={scoreText(brier)} />}
    </dl>
  </section>
)

const Part = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
