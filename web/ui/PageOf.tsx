import { useRouter } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { PAGES, type PageName } from '#contract/pages.ts'
import { useInPane } from './inPane.ts'
import { Page } from './Page.tsx'
import { Skeletons } from './Skeleton.tsx'
import { Waiting } from './Waiting.tsx'

/** Another page in place of this one, or beside a list; it finds what it needs in the address, as it does alone. */
export function PageOf({ name }: { name: PageName }) {
  const routes = useRouter().routesByPath as Record<string, { options: { component?: ComponentType } }>
  const Shown = routes[PAGES[name]]?.options.component
  return <Suspense fallback={<Coming />}>{Shown && <Shown />}</Suspense>
}

const Coming = () =>
  useInPane() ? (
    <Page>
      <Skeletons count={4} height={64} />
    </Page>
  ) : (
    <Waiting />
  )
