import styles from './Sketch.module.css'
import { Pill, Sketch, Stars } from './Sketch.tsx'

/** No drafts: the box with no capsule in it yet. */
export const EmptyTray = () => (
  <Sketch colour={2}>
    <path className={styles.faint} d="M52 40v10M108 40v10" />
    <Pill at="translate(80 38) rotate(62)" ghost />
    <path className={styles.tint} d="M34 78 46 58h68l12 20z" />
    <path className={styles.sheet} d="M34 78h28c0 7 8 12 18 12s18-5 18-12h28v22a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6z" />
    <Stars at={['26 44', '136 30']} />
  </Sketch>
)
