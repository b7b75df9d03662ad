import { Mars, Venus } from 'lucide-react'
import styles from './PersonCard.module.css'

const SEXES: Record<string, { name: string; Icon: typeof Mars }> = {
  '0': { name: '女', Icon: Venus },
  '1': { name: '男', Icon: Mars },
}

/** The sign of a person's sex; nothing when they do not state it. */
export function Gender({ sex }: { sex: string }) {
  const known = SEXES[sex]
  if (!known) return null
  const { name, Icon } = known
  return (
    <span className={styles.gender} data-sex={sex} role="img" aria-label={name}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
