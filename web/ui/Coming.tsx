import { createPortal } from 'react-dom'
import dialog from './dialog.module.css'
import { Skeleton } from './Skeleton.tsx'

/**
 * The shape of a dialog at once, while its code is on its way: a tap is answered, and nothing beneath can be pressed. A
 * veil alone stands for what fills the whole screen.
 */
export const Coming = ({ as }: { as: 'card' | 'sheet' | 'veil' }) =>
  createPortal(
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
