import { type ComponentProps, lazy, Suspense } from 'react'
import { Waiting } from './Waiting.tsx'

const PreviewMaking = lazy(() => import('./PreviewMaking.tsx').then((loaded) => ({ default: loaded.PreviewMaking })))

/** Shows the capsule being made; loaded late, so that a visitor of a shared capsule loads no code for making one. */
export const OfMaking = (props: ComponentProps<typeof PreviewMaking>) => (
  <Suspense fallback={<Waiting title={props.title} />}>
    <PreviewMaking {...props} />
  </Suspense>
)
