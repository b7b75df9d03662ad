import type { CallError } from '#web/client/transport.ts'
import styles from './Unseal.module.css'
import { waitText } from './waitText.ts'

/** Too many wrong answers: how long to wait, or what helps when they are used up. */
export const TooMany = ({ error, whenUsedUp }: { error: CallError; whenUsedUp: string }) => (
  <p className={styles.tooMany} role="alert">
    尝试次数太多，{waitText(error) ?? whenUsedUp}
  </p>
)
