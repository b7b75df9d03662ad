import { type ComponentProps, lazy, Suspense } from 'react'
import { Waiting } from './Waiting.tsx'

const PreviewMaking = lazy(() => import('./PreviewMaking.tsx').then((loaded) => ({ default: loaded.PreviewMaking })))

/** Shows what is being made; who looks at a shared capsule loads nothing of how one is made. */
export const OfMaking = (props: ComponentProps<typeof PreviewMaking>) => (
  <Suspense fallback={<Waiting title={props.title} />}>
    <PreviewMaking {...props} />
  </Suspense>
)
