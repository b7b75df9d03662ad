import { msUntil } from './due.ts'
import styles from './TimeLeft.module.css'

/** The time left in days, hours, minutes and seconds, counting. */
export function TimeLeft({ moment, now }: { moment: string; now: number }) {
  const seconds = Math.ceil(msUntil(moment, now) / 1000)
  const parts = [
    { name: '天', value: Math.floor(seconds / 86_400) },
    { name: '时', value: Math.floor(seconds / 3_600) % 24 },
    { name: '分', value: Math.floor(seconds / 60) % 60 },
    { name: '秒', value: seconds % 60 },
  ]
  return (
    <div className={`muted ${styles.left}`}>
      <p>距离解封还有</p>
      <p className={styles.parts} role="timer">
        {parts.map(({ name, value }) => (
          <span key={name}>
            <b>{String(value).padStart(2, '0')}</b>
            {name}
          </span>
        ))}
      </p>
    </div>
  )
}
