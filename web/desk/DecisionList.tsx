import { momentText } from '#contract/time.ts'
import styles from './Card.module.css'

type Decided = { operator: string; verdict: string; note: string; decided_at: string }

/** The operators' decisions on one item; nothing where there are none. */
export const DecisionList = ({ label, of }: { label: string; of: readonly Decided[] }) =>
  of.length > 0 && (
    <ul className={styles.decisions} aria-label={label}>
      {of.map(({ operator, verdict, note, decided_at }) => (
        <li key={operator}>
          <b>{`${operator} ${verdict}`}</b>
          <span className={styles.label}>{momentText(decided_at)}</span>
          {note && <p className={styles.reply}>{note}</p>}
        </li>
      ))}
    </ul>
  )
