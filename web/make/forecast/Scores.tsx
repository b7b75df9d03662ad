import { Info } from 'lucide-react'
import type { ForecastRecord, Score } from '#contract/judge.ts'
import { SCORED_FROM } from '#contract/limits.ts'
import { Card } from '#web/ui/Card.tsx'
import { accuracyText, scoreText } from '#web/ui/format.ts'
import { Calibration } from './Calibration.tsx'
import styles from './ForecastRecord.module.css'

/** How accurate the stated confidences were; shown once `SCORED_FROM` predictions with a confidence are judged. */
export function Scores({ record: { score, with_confidence } }: { record: ForecastRecord }) {
  if (!score) return <TooFew count={with_confidence} />
  return (
    <>
      <Brier score={score} />
      <Calibration tenths={score.tenths} />
    </>
  )
}

const TooFew = ({ count }: { count: number }) => (
  <Card as="section" outlined aria-label="把握准不准">
    <h2 className={styles.heading}>
      把握准不准
      <span className={`muted ${styles.soFar}`}>
        {count}/{SCORED_FROM}
      </span>
    </h2>
    <p className={`muted ${styles.note}`}>发布预测时写下把握，判断满{SCORED_FROM}个之后，这里会说出你的把握有多准。</p>
  </Card>
)

const Brier = ({ score: { brier, reliability, resolution, uncertainty, count } }: { score: Score }) => (
  <Card as="section" aria-label="把握准不准">
    <h2 className={styles.heading}>
      把握准不准
      <b className={styles.figure}>{accuracyText(brier)}</b>
    </h2>
    <details className={styles.how}>
      <summary className="muted">
        <Info size={16} strokeWidth={1.75} aria-hidden="true" />
        怎么算的
      </summary>
      <dl className={styles.parts}>
        <Part name="布里尔分数" value={brier} hint="0最好，每次都说50%是0.25，1最差" />
        <Part name="偏差" value={reliability} hint="把握与实际相差多少，越小越好" />
        <Part name="区分" value={resolution} hint="能否分清会与不会，越大越好" />
        <Part name="不确定" value={uncertainty} hint="这些事本身有多难料" />
      </dl>
      <p className={`muted ${styles.note}`}>由{count}个写了把握的判断得出：偏差 − 区分 + 不确定。</p>
    </details>
  </Card>
)

const Part = ({ name, value, hint }: { name: string; value: number; hint: string }) => (
  <div>
    <dt>
      {name}
      <span className="muted">{hint}</span>
    </dt>
    <dd>{scoreText(value)}</dd>
  </div>
)
