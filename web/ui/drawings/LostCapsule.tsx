import styles from './Sketch.module.css'
import { Pill, Sketch, Stars } from './Sketch.tsx'

/** Not where it should be: a capsule off its way. */
export const LostCapsule = () => (
  <Sketch colour={0}>
    <path d="M2 108c24-16 58-16 84 4" />
    <path className={styles.ghost} d="M36 92c6-22 40-8 32 8s-26-6-10-26c10-12 22-18 34-22" />
    <Pill at="translate(112 44) rotate(64)" />
    <path className={styles.tint} d="M30 98V82l10 4-10 4" />
    <Stars at={['50 36', '140 84', '82 20']} />
  </Sketch>
)
