import { lazy, Suspense } from 'react'
import { Coming } from '#web/ui/Coming.tsx'
import type { ViewerProps } from './ViewerDialog.tsx'

const ViewerDialog = lazy(() => import('./ViewerDialog.tsx').then((loaded) => ({ default: loaded.ViewerDialog })))

/** Pictures over the whole screen, to look at closely; closed by its button, Escape, a pull down or the way back. */
export const Viewer = (props: ViewerProps) => (
  <Suspense fallback={<Coming as="veil" onBack={() => props.onClosed(props.index)} />}>
    <ViewerDialog {...props} />
  </Suspense>
)
