import styles from './Sketch.module.css'
import { Sketch, Stars } from './Sketch.tsx'

/** No favourites: a heart, half of which is still to come. */
export const HalfHeart = () => (
  <Sketch colour={3}>
    <g transform="rotate(-8 80 62)">
      <path className={styles.lid} d="M80 44C76 34 68 28 59 28 45 28 38 39 40 52c2 18 20 34 40 48z" />
      <path className={styles.shine} d="M47 50c-1-7 3-14 10-15" />
      <path className={styles.ghost} d="M80 44c4-10 12-16 21-16 14 0 21 11 19 24-2 18-20 34-40 48" />
    </g>
    <Stars at={['26 76', '134 26']} />
  </Sketch>
)
