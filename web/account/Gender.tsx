import { Mars, Venus } from 'lucide-react'
import type { User } from '#contract/profile.ts'
import styles from './Me.module.css'

const SEXES = { '0': { name: '女', Icon: Venus }, '1': { name: '男', Icon: Mars } } as const

/** The sign of the person's sex; nothing when they don't say. */
export function Gender({ sex }: { sex: User['sex'] }) {
  if (sex === '') return null
  const { name, Icon } = SEXES[sex]
  return (
    <span className={styles.gender} data-sex={sex} role="img" aria-label={name}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
