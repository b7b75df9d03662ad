import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button } from '#web/ui/Button.tsx'
import styles from '#web/ui/dialog.module.css'
import type { Leave } from './useLeaveQuestion.tsx'

/** Escape stays on the page: only the two buttons decide about what was written. */
export function LeaveDialog({ onAnswer }: { onAnswer: (answer: Leave) => void }) {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onAnswer('stay')}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.card}>
          <AlertDialog.Title className={styles.title}>提示</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>是否存入草稿箱?</AlertDialog.Description>
          <div className={styles.buttons}>
            <Button kind="secondary" onClick={() => onAnswer('discard')}>
              否
            </Button>
            <Button onClick={() => onAnswer('keep')}>是</Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
