import { Bell } from 'lucide-react'
import { INBOX_TITLE } from '#contract/inbox.ts'
import { useUser } from '#web/client/api.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { go } from '#web/ui/location.ts'
import styles from './Messages.module.css'

const MOST_COUNTED = 99

/** The bell above the page, which leads to the messages, with the number of those not seen yet. */
export function Messages() {
  const unread = useUser().data?.user.unread ?? 0
  return (
    <span className={styles.bell}>
      <IconButton
        label={unread > 0 ? `${INBOX_TITLE}，${unread}条未读` : INBOX_TITLE}
        icon={Bell}
        onClick={() => go('inbox')}
      />
      {unread > 0 && (
        <span className={styles.unread} aria-hidden="true">
          {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
        </span>
      )}
    </span>
  )
}
