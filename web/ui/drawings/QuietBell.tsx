import styles from './Sketch.module.css'
import { Pill, Sketch, Stars } from './Sketch.tsx'

/** No messages: a bell that has not rung, with a capsule for its clapper. */
export const QuietBell = () => (
  <Sketch colour={1}>
    <path className={styles.sheet} d="M48 88c8-6 10-16 10-32a22 22 0 0 1 44 0c0 16 2 26 10 32z" />
    <path className={styles.faint} d="M80 26v8M66 60c0-8 4-14 12-16" />
    <Pill at="translate(80 98) scale(.42)" />
    <Stars at={['34 40', '128 56']} />
  </Sketch>
)
