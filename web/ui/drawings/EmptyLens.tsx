import styles from './Sketch.module.css'
import { Pill, Sketch, Stars } from './Sketch.tsx'

/** Nothing was found: under the lens is the place of a capsule. */
export const EmptyLens = () => (
  <Sketch colour={4}>
    <circle className={styles.sheet} cx="70" cy="52" r="34" />
    <Pill at="translate(70 52) rotate(28) scale(.8)" ghost />
    <path className={styles.faint} d="M46 46a26 26 0 0 1 16-17" />
    <path d="m95 77 6 6" />
    <Pill at="translate(113 95) rotate(-45) scale(.62)" />
    <Stars at={['128 40', '24 96']} />
  </Sketch>
)
