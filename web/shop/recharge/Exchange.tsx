import type { ExchangeType } from '#contract/exchange.ts'
import { EXCHANGE_MAX, EXCHANGE_RATE } from '#contract/limits.ts'
import { type Balances, KIND_NAME } from '#contract/wallet.ts'
import { countText } from '#web/ui/format.ts'
import styles from './Exchange.module.css'
import { ExchangeCard } from './ExchangeCard.tsx'

const TYPES: readonly ExchangeType[] = [1, 2]

/** Capsules of time turned into others. */
export const Exchange = ({ user }: { user: Balances }) => (
  <div className={styles.exchange}>
    <p className={styles.held}>
      {KIND_NAME.time}
      <b>{countText(user.time_count)}</b>个
    </p>
    <p className="muted">
      1个{KIND_NAME.time}兑换{EXCHANGE_RATE}个，一次最多兑换{EXCHANGE_MAX}个
    </p>
    {TYPES.map((type) => (
      <ExchangeCard key={type} type={type} held={user} />
    ))}
  </div>
)
