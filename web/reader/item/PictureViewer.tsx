import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useBackCloses } from '#web/ui/useBackCloses.ts'
import { useWords } from '../language.ts'
import styles from './PictureViewer.module.css'

export type Picture = { address: string; name: string; remark: string }
type Props = { pictures: Picture[]; at: number; onMove: (at: number) => void; onClose: () => void }

/** The pictures of an item, one at a time over the page. Escape, the way back and a tap beside the picture close it. */
export function PictureViewer({ pictures, at, onMove, onClose }: Props) {
  const words = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const { address, name, remark } = pictures[at]!
  const go = (by: number) => onMove((at + by + pictures.length) % pictures.length)
  useBackCloses(true, onClose)
  useEffect(() => {
    const { activeElement } = document
    dialog.current?.showModal()
    return () => (activeElement as HTMLElement | null)?.focus()
  }, [])

  function press({ key }: KeyboardEvent) {
    if (pictures.length < 2) return
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.box}
      data-mood="universe"
      aria-label={words.viewer}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the button do the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div className={styles.stage} onClick={({ target }) => !(target instanceof HTMLImageElement) && onClose()}>
        <img key={address} src={address} alt={name} />
      </div>
      <div className={styles.close}>
        <IconButton label={words.close} icon={X} onClick={onClose} />
      </div>
      <p className={styles.caption} aria-live="polite">
        {pictures.length > 1 && <span>{words.of(at + 1, pictures.length)}</span>} {remark || name}
      </p>
      {pictures.length > 1 && (
        <div className={styles.turns}>
          <IconButton label={words.previous} icon={ChevronLeft} size={28} onClick={() => go(-1)} />
          <IconButton label={words.next} icon={ChevronRight} size={28} onClick={() => go(1)} />
        </div>
      )}
    </dialog>
  )
}
