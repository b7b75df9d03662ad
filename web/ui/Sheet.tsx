import { lazy, Suspense, useState } from 'react'
import { Button } from './Button.tsx'
import { Coming } from './Coming.tsx'
import styles from './dialog.module.css'
import type { SheetProps } from './SheetDialog.tsx'

const SheetDialog = lazy(() => import('./SheetDialog.tsx').then((loaded) => ({ default: loaded.SheetDialog })))

/** Comes up from the bottom; on wide screens a card in the middle. Focus is kept inside and given back. */
export function Sheet(props: SheetProps) {
  const [used, setUsed] = useState(false)
  if (props.open && !used) setUsed(true)
  if (!used) return null
  return (
    <Suspense fallback={props.open && <Coming as="sheet" onBack={() => props.onOpenChange(false)} />}>
      <SheetDialog {...props} />
    </Suspense>
  )
}

/** `main`: what most come for stands filled among the others. */
type Action = { label: string; onSelect: () => void; kind?: 'main' | 'danger' }
type ActionSheetProps = Omit<SheetProps, 'children'> & { actions: readonly Action[] }

/** A sheet of actions to choose one from, or 取消. */
export function ActionSheet({ actions, ...sheet }: ActionSheetProps) {
  return (
    <Sheet {...sheet}>
      <div className={styles.actions}>
        {actions.map(({ label, kind, onSelect }) => (
          <button
            key={label}
            type="button"
            className={styles.action}
            data-kind={kind}
            onClick={() => {
              sheet.onOpenChange(false)
              onSelect()
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <div className={styles.cancel}>
        <Button kind="secondary" block onClick={() => sheet.onOpenChange(false)}>
          取消
        </Button>
      </div>
    </Sheet>
  )
}
