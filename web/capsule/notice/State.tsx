import type { Badge } from './badges.ts'
import styles from './State.module.css'

/** How it stands, in a word; the drawing and the colour only repeat it. */
export const State = ({ badge: { word, tone, Icon } }: { badge: Badge }) => (
  <span className={`muted ${styles.state}`} data-tone={tone}>
    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    {word}
  </span>
)
