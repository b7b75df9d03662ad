import styles from './Sketch.module.css'
import { Pill, Sketch, Stars } from './Sketch.tsx'

/** No capsules: the place of one, on its way around nothing. */
export const EmptyOrbit = () => (
  <Sketch colour={0}>
    <path className={styles.faint} d="M62 41C36 52 16 68 18 78c3 14 36 12 72-3 34-14 56-34 52-46-2-7-14-9-32-5" />
    <Pill at="translate(80 58) rotate(28)" ghost />
    <circle className={styles.tint} cx="133" cy="50" r="6" />
    <Stars at={['30 34', '112 98']} />
  </Sketch>
)
