import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import styles from '#web/ui/dialog.module.css'
import type { Leave, Words } from './useLeaveQuestion.tsx'

type Props = { words: Words; onAnswer: (answer: Leave) => void }

/** Escape decides nothing: only the two buttons decide about what was written. */
export function LeaveDialog({ words, onAnswer }: Props) {
  const buttons = useRef<HTMLDivElement>(null)
  const keepButton = () => buttons.current?.querySelector<HTMLElement>('button:last-child') ?? true
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onAnswer('stay')}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.card} initialFocus={keepButton}>
          <AlertDialog.Title className={styles.title}>提示</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{words.text}</AlertDialog.Description>
          <div className={styles.buttons} ref={buttons}>
            <Button kind="secondary" onClick={() => onAnswer('discard')}>
              {words.discard}
            </Button>
            <Button onClick={() => onAnswer('keep')}>{words.keep}</Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
