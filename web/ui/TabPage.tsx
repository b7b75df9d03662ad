import type { ComponentProps } from 'react'
import { Page } from './Page.tsx'

/** A page of the tab bar, which stands beside the pages (`Rail.tsx`). */
export function TabPage(props: Omit<ComponentProps<typeof Page>, 'tab' | 'back' | 'footer'>) {
  return <Page {...props} tab />
}
