import { minutesUntil, UNDER_A_MINUTE } from './due.ts'
import styles from './TimeLeft.module.css'

/** The time left in days, hours and minutes, counting. */
export function TimeLeft({ moment, now }: { moment: string; now: number }) {
  const minutes = minutesUntil(moment, now)
  return (
    <div className={`muted ${styles.left}`}>
      <p>距离解封还有</p>
      {minutes > 0 ? <Parts minutes={minutes} /> : <Soon />}
    </div>
  )
}

const Soon = () => (
  <p className={styles.soon} role="timer">
    {UNDER_A_MINUTE}
  </p>
)

function Parts({ minutes }: { minutes: number }) {
  const parts = [
    { name: '天', value: Math.floor(minutes / 1_440) },
    { name: '时', value: Math.floor(minutes / 60) % 24 },
    { name: '分', value: minutes % 60 },
  ]
  return (
    <p className={styles.parts} role="timer">
      {parts.map(({ name, value }) => (
        <span key={name}>
          <b>{String(value).padStart(2, '0')}</b>
          {name}
        </span>
      ))}
    </p>
  )
}
