import styles from './Title.module.css'

export type Chip = { key: string; text: string; link: string; isHere: boolean }

/** A choice of one of several, as links: the way back leads through them. */
export const Chips = ({ label, chips }: { label: string; chips: Chip[] }) => (
  <nav className={styles.chips} aria-label={label}>
    {chips.map(({ key, text, link, isHere }) => (
      <a key={key} className={styles.chip} href={link} aria-current={isHere ? 'true' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)
