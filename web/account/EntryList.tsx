import { ChevronRight, type LucideIcon } from 'lucide-react'
import { go } from '#web/ui/location.ts'
import styles from './EntryList.module.css'

type Entry = { label: string; path: string; icon: LucideIcon }

/** A list of ways further in. */
export function EntryList({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={styles.list}>
      {entries.map(({ label, path, icon: Icon }) => (
        <li key={path}>
          <button type="button" className={styles.entry} onClick={() => go(path)}>
            <Icon className={styles.icon} size={22} strokeWidth={1.75} aria-hidden="true" />
            <span className={styles.label}>{label}</span>
            <ChevronRight className={styles.arrow} size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
