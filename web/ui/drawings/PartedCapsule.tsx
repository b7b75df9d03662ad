import styles from './Sketch.module.css'
import { Pill, Sketch, Stars } from './Sketch.tsx'

/** No network, or something broke: two halves that do not hold together. */
export const PartedCapsule = () => (
  <Sketch colour={3}>
    <Pill at="translate(80 62) rotate(68)" gap={13} />
    <path d="m74 38-3-9M85 36l1-9M86 86l3 9M75 88l-1 9" />
    <path className={styles.faint} d="M12 86c10 4 20 4 30-2M118 40c10-6 20-6 30-2" />
    <Stars at={['36 30', '124 96']} />
  </Sketch>
)
