import { RefreshCw } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import styles from './Home.module.css'

/** Shows other capsules at once, rather than in ten minutes. */
export const AnotherButton = ({ busy, onClick }: { busy: boolean; onClick: () => void }) => (
  <div className={styles.another}>
    <Button kind="secondary" busy={busy} onClick={onClick}>
      {!busy && <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />}
      换一批
    </Button>
  </div>
)
