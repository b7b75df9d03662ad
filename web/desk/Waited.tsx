import { parseChina, spanText } from '#contract/time.ts'
import { useNow } from '#web/ui/useNow.ts'
import styles from './Card.module.css'

const A_MINUTE_MS = 60_000

/** For how long something has waited, since this moment of China. */
export const useWaited = (since: string): string => spanText(parseChina(since)!.getTime(), useNow(A_MINUTE_MS))

export const Waited = ({ since }: { since: string }) => (
  <span className={styles.label}>{`已等待 ${useWaited(since)}`}</span>
)
