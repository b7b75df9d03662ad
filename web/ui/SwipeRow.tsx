import { Trash2 } from 'lucide-react'
import { type CSSProperties, type MouseEvent, type ReactNode, useRef } from 'react'
import styles from './SwipeRow.module.css'
import { useSwipe } from './useSwipe.ts'

/** How far the row is pulled open. */
export const SWIPE_OPEN_PX = 64

type Props = {
  /** The name of the button that removes the row: `删除「…」`. */
  label: string
  onDelete: () => void
  /** The row itself, with the one button that opens it. */
  children: ReactNode
}

/** A row with a quiet button that removes it; a swipe to the left pulls the button out and says 删除. */
export function SwipeRow({ label, onDelete, children }: Props) {
  const row = useRef<HTMLElement>(null)
  const { open, close, held, pulled, touches } = useSwipe(row, SWIPE_OPEN_PX)

  const closeInstead = (event: MouseEvent) => {
    if (!open) return
    event.stopPropagation()
    close()
  }
  const place = {
    '--pulled': `${pulled}px`,
    '--open': `${SWIPE_OPEN_PX}px`,
    '--share': `${Math.min(100, Math.max(0, (pulled / SWIPE_OPEN_PX) * 100))}%`,
  } as CSSProperties

  return (
    <article ref={row} className={styles.row} data-held={held || undefined} style={place} {...touches}>
      <div className={styles.strip}>
        <div className={styles.front} onClickCapture={closeInstead}>
          {children}
        </div>
        <button type="button" className={styles.delete} aria-label={label} onClick={onDelete}>
          <span className={styles.icon}>
            <Trash2 aria-hidden strokeWidth={1.75} />
          </span>
          <span className={styles.word}>删除</span>
        </button>
      </div>
    </article>
  )
}
