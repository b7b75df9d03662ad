import { type ForecastRecord, RESULT, RESULT_NAME } from '#contract/judge.ts'
import { Card } from '#web/ui/Card.tsx'
import { countText, percentText } from '#web/ui/format.ts'
import styles from './ForecastRecord.module.css'

/** The share of predictions that came true, and of how many. */
export function HitRate({ record }: { record: ForecastRecord }) {
  const { hit_rate, hits, misses, partials, unknowns } = record
  return (
    <Card as="section" aria-label="命中率">
      <h2 className={styles.heading}>
        命中率
        <b className={styles.figure}>{hit_rate === null ? '—' : percentText(hit_rate)}</b>
      </h2>
      <dl className={styles.results}>
        <Of name={RESULT_NAME[RESULT.hit]} count={hits} />
        <Of name={RESULT_NAME[RESULT.miss]} count={misses} />
        <Of name={RESULT_NAME[RESULT.partial]} count={partials} />
        <Of name={RESULT_NAME[RESULT.unknown]} count={unknowns} />
      </dl>
      <p className={`muted ${styles.note}`}>部分应验的算一半，无法判断的不算在内。</p>
    </Card>
  )
}

const Of = ({ name, count }: { name: string; count: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{countText(count)}</dd>
  </div>
)
