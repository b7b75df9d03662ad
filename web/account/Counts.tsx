import { type Balances, KIND_NAME, KINDS } from '#contract/wallet.ts'
import { countText } from '#web/ui/format.ts'
import styles from './Counts.module.css'

/** What a person holds of each kind. */
export function Counts({ held, className }: { held: Balances; className: string | undefined }) {
  return (
    <dl className={`${styles.counts} ${className}`}>
      {KINDS.map((kind) => (
        <div key={kind}>
          <dt>{KIND_NAME[kind]}</dt>
          <dd>{countText(held[`${kind}_count`])}</dd>
        </div>
      ))}
    </dl>
  )
}
