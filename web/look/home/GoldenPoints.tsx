import type { Card } from '#contract/capsule.ts'
import { dateText } from '#contract/time.ts'
import { useCall } from '#web/client/api.ts'
import { go } from '#web/ui/location.ts'
import styles from './GoldenPoints.module.css'

/** As many points as fit side by side on the narrowest telephone. */
export const OWN_POINTS = { pageSize: 4 }

/** One's own next capsules to open, seen by nobody else: a golden point with its day for each. */
export function GoldenPoints() {
  const own = useCall('myClosedCapsules', OWN_POINTS).data?.capsules.data ?? []
  if (own.length === 0) return null
  return (
    <ul className={styles.points} aria-label="我封存的胶囊">
      {own.map((card) => (
        <li key={card.id}>
          <Point card={card} />
        </li>
      ))}
    </ul>
  )
}

function Point({ card }: { card: Card }) {
  const day = dateText(card.open_time)
  return (
    <button
      type="button"
      className={styles.point}
      aria-label={`${day} 打开：${card.long_tag}`}
      onClick={() => go('capsuleDetail', { id: card.id, isOther: '0' })}
    >
      <i aria-hidden />
      {day}
    </button>
  )
}
