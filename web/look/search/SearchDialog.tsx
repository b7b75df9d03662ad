import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import dialog from '#web/ui/dialog.module.css'
import { SheetPopup } from '#web/ui/SheetPopup.tsx'
import { useBackCloses } from '#web/ui/useBackCloses.ts'
import type { SearchActions, SearchStep } from './Search.tsx'
import styles from './SearchDialog.module.css'
import { SearchSteps } from './SearchSteps.tsx'

const TITLE: Record<SearchStep['at'], string> = { keyword: '搜索', results: '搜索结果' }

type Props = SearchActions & { open: boolean; step: SearchStep }

/** The popup itself; loaded when one first searches. Both steps are one dialog, so that the focus never leaves it. */
export function SearchDialog({ open, step, ...actions }: Props) {
  const close = () => actions.onStep(undefined)
  useBackCloses(open, close)
  const title = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const first = () => field.current ?? title.current
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <SheetPopup className={styles.popup} onClose={close} initialFocus={first}>
          <header className={styles.head}>
            <Dialog.Title ref={title} tabIndex={-1} className={styles.title}>
              {TITLE[step.at]}
            </Dialog.Title>
            <Dialog.Close className={styles.close} aria-label="关闭">
              <X size={22} strokeWidth={1.75} aria-hidden="true" />
            </Dialog.Close>
          </header>
          <SearchSteps step={step} field={field} focus={() => first()?.focus()} {...actions} />
        </SheetPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
