import { Dialog } from '@base-ui/react/dialog'
import { RotateCw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { TEXT } from '#contract/codes.ts'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import dialog from '#web/ui/dialog.module.css'
import { IconButton } from '#web/ui/IconButton.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './SlideDialog.module.css'
import { SlidePicture } from './SlidePicture.tsx'
import { SlideSteps } from './SlideSteps.tsx'
import { SlideTrack } from './SlideTrack.tsx'
import { type Puzzle, useSlide } from './useSlide.ts'

const SAID: Record<Puzzle['state'], string> = {
  loading: TEXT.loading,
  broken: '',
  sliding: '拖动下方滑块完成拼图',
  verifying: '验证中...',
  passed: '验证成功',
}

type Props = {
  tel: string
  /** The slider was passed; `onSent` follows when the code is on its way. */
  onPassed: () => void
  onSent: () => void
  /** The dialog is closed and has faded out. */
  onGone: (codeSent: boolean) => void
}

/** 安全验证: a piece to be slid into its gap, by finger, mouse, keys or two buttons. */
export function SlideDialog({ tel, onPassed, onSent, onGone }: Props) {
  const [open, setOpen] = useState(true)
  const range = useRef<HTMLInputElement>(null)
  const close = () => setOpen(false)
  const lastWords = useRef<string>(undefined)
  const onOver = (words: string | undefined) => {
    lastWords.current = words
    close()
  }
  const puzzle = useSlide(tel, { onPassed, onSent, onOver })
  // The button that was pressed goes away with the failure.
  const retry = () => {
    range.current?.focus()
    puzzle.another()
  }
  // The toast waits until now: nothing beside an open dialog is seen or heard.
  const afterwards = () => {
    if (lastWords.current) toast(lastWords.current, { ms: TOAST_ERROR_MS })
    onGone(puzzle.state === 'passed')
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && close()}
      onOpenChangeComplete={(now) => !now && afterwards()}
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.card} initialFocus={range}>
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>安全验证</Dialog.Title>
            <IconButton size={20} label="换一张" icon={RotateCw} onClick={puzzle.another} />
            <IconButton size={20} label="关闭" icon={X} onClick={close} />
          </header>
          <SlidePicture puzzle={puzzle} onRetry={retry} />
          <Said puzzle={puzzle} />
          <SlideTrack ref={range} puzzle={puzzle} />
          <SlideSteps puzzle={puzzle} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Says how to use the slider, what is going on, or why the last try failed. */
function Said({ puzzle: { state, note } }: { puzzle: Puzzle }) {
  return (
    <div className={styles.said}>
      <p role="status" data-state={state}>
        {note ? '' : SAID[state]}
      </p>
      {note && <p role="alert">{note}</p>}
    </div>
  )
}
