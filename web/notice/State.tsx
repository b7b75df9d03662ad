import type { Face } from './faces.ts'
import styles from './State.module.css'

/** How it stands, in a word; the drawing and the colour only repeat it. */
export const State = ({ face: { word, tone, Icon } }: { face: Face }) => (
  <span className={styles.state} data-tone={tone}>
    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    {word}
  </span>
)
