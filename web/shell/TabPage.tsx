import type { ComponentProps } from 'react'
import { Page } from '#web/ui/Page.tsx'
import { TabBar } from './TabBar.tsx'

/** A page of the tab bar. */
export function TabPage(props: Omit<ComponentProps<typeof Page>, 'nav' | 'back' | 'footer'>) {
  return <Page {...props} nav={<TabBar />} />
}
