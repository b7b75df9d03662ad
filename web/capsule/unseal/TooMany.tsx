import type { CallError } from '#web/client/transport.ts'
import styles from './Unseal.module.css'
import { waitText } from './waitText.ts'

/** The way on for those who are not its owner. */
export const ASK_OWNER = '请联系胶囊的主人'

/** Too many wrong answers: how long to wait, or what helps when they are used up. */
export const TooMany = ({ error, whenUsedUp }: { error: CallError; whenUsedUp: string }) => (
  <p className={styles.tooMany} role="alert">
    尝试次数太多，{waitText(error) ?? whenUsedUp}
  </p>
)
