import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, useState } from 'react'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from '#web/ui/dialog.module.css'
import own from './LeaveDialog.module.css'
import type { Leave, Words } from './useLeaveQuestion.tsx'

type Props = { words: Words; onAnswer: (answer: Leave) => void }

/** Escape decides nothing about the text; nor does a tap on the backdrop, where staying is a choice. */
export function LeaveDialog({ words, onAnswer }: Props) {
  const { title = '提示', text, discard, keep, stay } = words
  const buttons = useRef<HTMLDivElement>(null)
  const keepButton = () => buttons.current?.querySelectorAll('button')[1] ?? true
  const [shownAt] = useState(() => performance.now())
  // The second tap of the double tap that opened this dialog falls on the backdrop.
  const tooSoon = () => performance.now() - shownAt < DOUBLE_TAP_GUARD_MS
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onAnswer('stay')}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} onClick={() => stay && !tooSoon() && onAnswer('stay')} />
        <AlertDialog.Popup className={styles.card} initialFocus={keepButton}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{text}</AlertDialog.Description>
          <div className={styles.buttons} ref={buttons}>
            <Button kind="secondary" onClick={() => onAnswer('discard')}>
              {discard}
            </Button>
            <Button onClick={() => onAnswer('keep')}>{keep}</Button>
            {stay && (
              <div className={own.stay}>
                <Button kind="quiet" block onClick={() => onAnswer('stay')}>
                  {stay}
                </Button>
              </div>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
