import type { CSSProperties } from 'react'
import type { Score } from '#contract/judge.ts'
import { Card } from '#web/ui/Card.tsx'
import { percentText } from '#web/ui/format.ts'
import styles from './ForecastRecord.module.css'

type Tenth = Score['tenths'][number]

/** For each tenth of confidence: the share that came true beside the confidence. */
export const Calibration = ({ tenths }: { tenths: readonly Tenth[] }) => (
  <Card as="section" aria-label="校准">
    <h2 className={styles.heading}>校准</h2>
    <table className={styles.calibration} aria-label="校准">
      <thead>
        <tr>
          <th scope="col">把握</th>
          <th scope="col">实际应验</th>
          <th scope="col">个数</th>
        </tr>
      </thead>
      <tbody>
        {tenths.map((tenth) => (
          <Line key={tenth.from} tenth={tenth} />
        ))}
      </tbody>
    </table>
    <p className={`muted ${styles.note}`}>长条是实际应验的比例，竖线是你平均的把握：两者越近，把握越准。</p>
  </Card>
)

const Line = ({ tenth: { from, to, count, confidence, hit_rate } }: { tenth: Tenth }) => (
  <tr data-empty={count === 0 || undefined}>
    <th scope="row">
      {from}–{to}%
    </th>
    <td>
      {confidence !== null && hit_rate !== null ? (
        <span className={styles.came}>
          <span className={styles.bar} style={{ '--came': hit_rate, '--said': confidence } as CSSProperties} />
          {percentText(hit_rate)}
        </span>
      ) : (
        '—'
      )}
    </td>
    <td>{count}</td>
  </tr>
)
