import { lazy, Suspense } from 'react'
import type { Detail } from '#contract/capsule.ts'

const Own = lazy(() => import('./OwnReceipt.tsx').then(({ OwnReceipt }) => ({ default: OwnReceipt })))
const Others = lazy(() => import('./HasReceipt.tsx').then(({ HasReceipt }) => ({ default: HasReceipt })))

/** 封存凭证 under a capsule, as its owner or somebody else sees it. Its code comes after the page, which does without it. */
export const Receipts = ({ capsule, isMine }: { capsule: Detail; isMine: boolean }) => (
  <Suspense fallback={null}>{isMine ? <Own capsule={capsule} /> : <Others id={capsule.id} />}</Suspense>
)
