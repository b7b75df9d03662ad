import styles from './Sketch.module.css'
import { Pill, Sketch, Stars } from './Sketch.tsx'

/** Writing: a sheet with a few lines, a pen that is a capsule at the end of the last one. */
export const Writes = () => (
  <Sketch colour={1}>
    <path className={styles.sheet} d="M36 18h62l14 14v74a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4V22a4 4 0 0 1 4-4z" />
    <path d="M98 18v10a4 4 0 0 0 4 4h10" />
    <path d="M46 42h34M46 56h52M46 70h44M46 84h20" />
    <g transform="translate(74 88) rotate(38)">
      <path className={styles.milk} d="M0 0-6-12v-18H6v18z" />
      <path className={styles.lid} d="M-6-30v-24a6 6 0 0 1 12 0v24z" />
    </g>
    <Stars at={['22 36', '136 78', '126 20']} />
  </Sketch>
)

/** Sealing: the capsule is closed and locked, and on its way around its day. */
export const Seals = () => (
  <Sketch colour={0}>
    <path className={styles.faint} d="M60 40C34 52 14 69 17 80c4 15 40 12 78-5 36-16 58-38 53-50-3-7-15-8-33-4" />
    <Pill at="translate(82 60) rotate(22) scale(1.7)" />
    <path d="M78 58v-5a6 6 0 0 1 12 0v5" />
    <path className={styles.sheet} d="M74 58h20v15H74z" />
    <path d="M84 63v5" />
    <circle className={styles.tint} cx="29" cy="88" r="5" />
    <Stars at={['28 28', '134 92', '124 46']} />
  </Sketch>
)

/** The day: its two halves part, and the sheet comes out into the light. */
export const Comes = () => (
  <Sketch colour={2}>
    <path className={styles.faint} d="M80 12V3M52 19l-6-8M108 19l6-8M32 40l-10-4M128 40l10-4" />
    <path className={styles.sheet} d="m56 32 40-9 13 52-40 9z" />
    <path d="m66 42 24-5M69 54l24-5M72 66l15-3" />
    <g transform="translate(50 92) rotate(-52) scale(1.4)">
      <path className={styles.milk} d="M-13-1h26v13a13 13 0 0 1-26 0z" />
    </g>
    <g transform="translate(114 90) rotate(48) scale(1.4)">
      <path className={styles.lid} d="M-13-1h26v13a13 13 0 0 1-26 0z" />
    </g>
    <Stars at={['26 66', '140 62', '82 106']} />
  </Sketch>
)
