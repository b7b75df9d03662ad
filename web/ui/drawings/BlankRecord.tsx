import styles from './Sketch.module.css'
import { Pill, Sketch, Stars } from './Sketch.tsx'

/** No records: a bill without a line. */
export const BlankRecord = () => (
  <Sketch colour={4}>
    <path className={styles.sheet} d="M44 26a6 6 0 0 1 6-6h60a6 6 0 0 1 6 6v78l-9-7-9 7-9-7-9 7-9-7-9 7-9-7-9 7z" />
    <Pill at="translate(60 40) rotate(-90) scale(.3)" />
    <path className={styles.faint} d="M54 58h50M54 76h36M76 40h28" />
    <Stars at={['28 44', '134 88']} />
  </Sketch>
)
