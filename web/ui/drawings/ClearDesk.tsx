import styles from './Sketch.module.css'
import { Pill, Sketch, Stars } from './Sketch.tsx'

/** Nothing left to decide: a desk with its lamp, and one capsule standing on it. */
export const ClearDesk = () => (
  <Sketch colour={0}>
    <path className={styles.tint} d="M28 80h104v8H28z" />
    <path className={styles.faint} d="M40 88v20M120 88v20" />
    <path className={styles.sheet} d="M96 80h20M106 80V54L90 40" />
    <path className={styles.sheet} d="m76 50 14-20 14 12z" />
    <Pill at="translate(54 65) scale(.56)" />
    <Stars at={['30 40', '132 30']} />
  </Sketch>
)
