import { type Balances, KIND_NAME, KINDS } from '#contract/wallet.ts'
import { countText } from '#web/ui/format.ts'
import styles from './Counts.module.css'

type Props = { of: readonly (readonly [name: string, count: number])[]; className?: string }

/** A few numbers, each above its name. */
export const Counts = ({ of, className = '' }: Props) => (
  <dl className={`${styles.counts} ${className}`}>
    {of.map(([name, count]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{countText(count)}</dd>
      </div>
    ))}
  </dl>
)

/** How many capsules of each kind a person holds. */
export const heldCounts = (held: Balances) => KINDS.map((kind) => [KIND_NAME[kind], held[`${kind}_count`]] as const)
