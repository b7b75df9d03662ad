import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { onProving, provingNow } from '#web/client/proving.ts'
import { Coming } from '#web/ui/Coming.tsx'
import { onRoute } from '#web/ui/location.ts'

const ProveSheet = lazy(() =>
  import('#web/people/proof/ProveSheet.tsx').then((loaded) => ({ default: loaded.ProveSheet })),
)

/** Mounted once, beside the pages. The question goes with the page whose call it is. */
export function ProvePlace() {
  const proving = useSyncExternalStore(onProving, provingNow)
  useEffect(() => onRoute(() => provingNow()?.done(false)), [])
  return (
    proving && (
      <Suspense fallback={<Coming as="sheet" onBack={() => proving.done(false)} />}>
        <ProveSheet proving={proving} />
      </Suspense>
    )
  )
}
