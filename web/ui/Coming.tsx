import { createPortal } from 'react-dom'
import dialog from './dialog.module.css'
import { Skeleton } from './Skeleton.tsx'
import { useBackCloses } from './useBackCloses.ts'

type Props = {
  as: 'card' | 'sheet' | 'veil'
  /** The way back, as from the dialog itself; undefined of one that does without (test/borders.ts). */
  onBack: (() => void) | undefined
}

/**
 * The shape of a dialog at once, while its code is on its way: a tap is answered, and nothing beneath can be pressed. A
 * veil alone stands for what fills the whole screen.
 */
export function Coming({ as, onBack }: Props) {
  useBackCloses(!!onBack, onBack!)
  return createPortal(
    <div aria-hidden="true" data-coming="">
      <div className={dialog.backdrop} />
      {as !== 'veil' && (
        <div className={`${dialog[as]} ${dialog.coming}`}>
          <Skeleton width="48%" height={22} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
      )}
    </div>,
    document.body,
  )
}
