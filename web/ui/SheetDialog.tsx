import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'
import { SheetPopup } from './SheetPopup.tsx'
import { useBackCloses } from './useBackCloses.ts'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title?: string
  /** The name for screen readers where no title is shown. */
  label?: string
  children: ReactNode
}

/** The sheet itself; loaded when one first opens. */
export function SheetDialog({ open, onOpenChange, title, label, children }: SheetProps) {
  const close = () => onOpenChange(false)
  useBackCloses(open, close)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <SheetPopup onClose={close} aria-label={title ? undefined : (label ?? '操作')}>
          {title && <Dialog.Title className={styles.title}>{title}</Dialog.Title>}
          {children}
        </SheetPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
