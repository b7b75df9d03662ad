import { Dialog } from '@base-ui/react/dialog'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import styles from './dialog.module.css'
import { dragAway } from './dragAway.ts'

type Props = Omit<ComponentProps<typeof Dialog.Popup>, 'className'> & { className?: string; onClose: () => void }

/** A popup that comes up from the bottom, with a handle to pull it down; on wide screens a card in the middle, without one. */
export function SheetPopup({ className = '', onClose, children, ...popup }: Props) {
  const [sheet, setSheet] = useState<HTMLDivElement | null>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => (sheet ? dragAway(sheet, () => close()) : undefined), [sheet])
  return (
    <Dialog.Popup ref={setSheet} className={`${styles.sheet} ${className}`} {...popup}>
      <div className={styles.handle} data-handle="" aria-hidden="true" />
      {children}
    </Dialog.Popup>
  )
}
