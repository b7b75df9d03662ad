import styles from './Sketch.module.css'
import { Pill, Sketch, Stars } from './Sketch.tsx'

/** No answer: a planet that does not hear the capsule. */
export const FarPlanet = () => (
  <Sketch colour={2}>
    <circle className={styles.tint} cx="112" cy="44" r="20" />
    <path d="M94 53c-10 7-14 13-12 16 4 6 22-1 40-13s27-25 23-30c-2-3-8-2-16 2" />
    <Pill at="translate(36 88) rotate(48) scale(.72)" />
    <path d="M54 70a9 9 0 0 1 3 8" />
    <path className={styles.faint} d="M59 61a19 19 0 0 1 9 17M65 53a30 30 0 0 1 13 22" />
    <Stars at={['46 28', '136 92']} />
  </Sketch>
)
