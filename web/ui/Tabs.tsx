import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

type Props<V extends string> = {
  value: V
  onChange: (value: V) => void
  items: readonly { value: V; label: string }[]
  label?: string
  /** The panel of the chosen tab. */
  children?: ReactNode
}

/** A row of tabs; arrow keys move between them. */
export function Tabs<V extends string>({ value, onChange, items, label, children }: Props<V>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: V) => onChange(next)}>
      <BaseTabs.List className={styles.list} aria-label={label}>
        {items.map((item) => (
          <BaseTabs.Tab key={item.value} value={item.value} className={styles.tab}>
            {item.label}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className={styles.indicator} />
      </BaseTabs.List>
      {children !== undefined && (
        <BaseTabs.Panel value={value} className={styles.panel} tabIndex={-1}>
          {children}
        </BaseTabs.Panel>
      )}
    </BaseTabs.Root>
  )
}
