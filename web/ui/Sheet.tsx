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
    <Suspense fallback={props.open && <Coming as="sheet" />}>
      <SheetDialog {...props} />
    </Suspense>
  )
}

/** `main`: what most come for stands filled among the others. */
type Action = { label: string; onSelect: () => void; danger?: boolean; main?: boolean }
type ActionSheetProps = Omit<SheetProps, 'children'> & { actions: readonly Action[] }

/** A sheet of actions to choose one from, or 取消. */
export function ActionSheet({ actions, ...sheet }: ActionSheetProps) {
  const choose = (action: Action) => {
    sheet.onOpenChange(false)
    action.onSelect()
  }
  return (
    <Sheet {...sheet}>
      <div className={styles.actions}>
        {actions.map((action) =>
          action.main ? (
            <div key={action.label} className={styles.main}>
              <Button block onClick={() => choose(action)}>
                {action.label}
              </Button>
            </div>
          ) : (
            <button
              key={action.label}
              type="button"
              className={styles.action}
              data-danger={action.danger ? '' : undefined}
              onClick={() => choose(action)}
            >
              {action.label}
            </button>
          ),
        )}
      </div>
      <div className={styles.cancel}>
        <Button kind="secondary" block onClick={() => sheet.onOpenChange(false)}>
          取消
        </Button>
      </div>
    </Sheet>
  )
}
