import styles from './Sky.module.css'

const LAYERS = [0, 1, 2]
const STARS = scatter(96)

/** The night behind the universe pages: stars that twinkle slowly, and stand still under reduced motion. */
export function Sky() {
  return (
    <div className={styles.sky} aria-hidden="true">
      <div className={styles.stars}>
        {LAYERS.map((layer) => (
          <div key={layer} className={styles.layer} data-layer={layer}>
            {STARS.filter((_, index) => index % LAYERS.length === layer).map((star) => (
              <i key={star.left + star.top} style={star} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The same sky for everybody: a small seeded generator instead of chance. */
function scatter(count: number) {
  let seed = 7
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  return Array.from({ length: count }, () => ({
    left: `${(next() * 100).toFixed(1)}%`,
    top: `${(next() * 100).toFixed(1)}%`,
    scale: (0.32 + next() ** 4 * 0.68).toFixed(2),
  }))
}
