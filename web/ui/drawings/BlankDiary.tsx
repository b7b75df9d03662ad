import styles from './Sketch.module.css'
import { Sketch, Stars } from './Sketch.tsx'

/** No diaries: an open book with nothing in it, and a pen that is a capsule. */
export const BlankDiary = () => (
  <Sketch colour={1}>
    <path className={styles.sheet} d="M74 44c-12-8-30-9-46-6v56c16-3 34-2 46 6 12-8 30-9 46-6V38c-16-3-34-2-46 6z" />
    <path d="M74 44v56" />
    <path className={styles.faint} d="M38 53c9-1 18 0 26 3M38 66c9-1 18 0 26 3M38 79c9-1 18 0 26 3" />
    <g transform="translate(94 79) rotate(36)">
      <path className={styles.milk} d="M0 0-5-11v-17H5v17z" />
      <path className={styles.lid} d="M-5-28v-21a5 5 0 0 1 10 0v21z" />
    </g>
    <path d="M86 83c2-2 4 1 6-1" />
    <Stars at={['22 24', '140 70']} />
  </Sketch>
)
